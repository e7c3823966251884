// An Engine runs the compiler in a worker, one request at a time.
//
// A request that has not been sent yet is replaced by the next one of the same kind, so that a slow
// compiler answers for what the page shows now and not for everything that it showed before. All
// files are loaded only once: restarting the worker needs no network request.

export class Superseded extends Error {}
export class Stopped extends Error {}

export class Engine {
  #module; // the compiler
  #url; // of the worker's code
  #worker;
  #ready = false;
  #waiting = new Map(); // requests that were not sent, by kind
  #sent = null; // the request that the worker answers
  #onbusy;

  // onbusy is called with the request that is being answered, or null.
  constructor(onbusy) {
    this.#onbusy = onbusy;
  }

  async load() {
    const text = async (name) => (await get(name)).text();
    const [glue, code, module] = await Promise.all([text('wasm_exec.js'), text('worker.js'), compile('abnf.wasm')]);
    this.#module = module;
    this.#url = URL.createObjectURL(new Blob([glue, '\n', code], { type: 'text/javascript' }));
    this.#start();
  }

  // sent returns the request that is being answered, or null.
  get sent() {
    return this.#sent;
  }

  // ask returns the answer to a request. It fails if the request is superseded or stopped, or with
  // the error in the answer.
  ask(kind, request) {
    return new Promise((resolve, reject) => {
      this.#waiting.get(kind)?.reject(new Superseded());
      this.#waiting.delete(kind); // a newer request goes to the end
      this.#waiting.set(kind, { kind, request, resolve, reject });
      this.#next();
    });
  }

  // stop ends the worker, and with it all requests, and starts a new one. The new worker has
  // compiled no grammar.
  stop(reason = 'stopped') {
    this.#worker?.terminate();
    const ended = [this.#sent, ...this.#waiting.values()];
    this.#waiting.clear();
    this.#sent = null;
    this.#start();
    this.#onbusy(null);
    for (const request of ended) request?.reject(new Stopped(reason));
  }

  #start() {
    this.#ready = false;
    const worker = new Worker(this.#url);
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      if (worker !== this.#worker) return;
      if (data.ready) {
        this.#ready = true;
        this.#next();
      } else if (data.ended) {
        this.stop('the compiler ended without an answer, probably for lack of memory');
      } else {
        this.#answer(data);
      }
    };
    worker.onerror = () => this.stop('the compiler failed to start');
    worker.postMessage(this.#module);
  }

  #next() {
    if (!this.#ready || this.#sent || this.#waiting.size === 0) return;
    const [kind, sent] = this.#waiting.entries().next().value;
    this.#waiting.delete(kind);
    sent.began = performance.now();
    this.#sent = sent;
    this.#onbusy(sent);
    this.#worker.postMessage({ request: sent.request });
  }

  #answer({ answer, ms }) {
    const { resolve, reject } = this.#sent;
    this.#sent = null;
    if (this.#waiting.size === 0) this.#onbusy(null);
    if (answer.error !== undefined) reject(new Error(answer.error));
    else resolve({ ...answer, ms });
    this.#next();
  }
}

async function get(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name} cannot be loaded: status ${response.status}`);
  return response;
}

// compile compiles a file while it loads. A file server that does not know WebAssembly sends another
// type, which the browser refuses to compile in this way.
async function compile(name) {
  const response = await get(name);
  if (response.headers.get('Content-Type') === 'application/wasm') return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
