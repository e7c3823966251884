// The worker runs the compiler. The page puts wasm_exec.js of the Go distribution before this text.
'use strict';

const go = new Go();
self.ready = () => postMessage({ ready: true });

self.onmessage = async ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    const instance = await WebAssembly.instantiate(data, go.importObject);
    go.run(instance).then(() => postMessage({ ended: true })); // only after a panic or when out of memory
    return;
  }
  const began = performance.now();
  try {
    const answer = JSON.parse(self.answer(JSON.stringify(data.request)));
    postMessage({ answer, ms: performance.now() - began });
  } catch {
    postMessage({ ended: true });
  }
};
