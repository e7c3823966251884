// What the page shows, in the fragment of its address:
//
//	#g=GRAMMAR&f=FILE&r=RULE&t=TAB&s=STRING     a grammar, compressed and in base64url
//	#b=NAME&r=RULE&t=TAB&s=STRING               a bundled grammar
//
// and d=DIALECT, i=IMPORT,IMPORT…, c=RECURSION, m=1 for a repaired document, e=1 for a string with escapes.

// maxLink is the maximum size of a compressed grammar in a link, in bytes.
export const maxLink = 32 * 1024;

// maxText is the maximum size of the grammar that a link contains, so that a short link cannot
// exhaust memory.
const maxText = 4 * 1024 * 1024;

const keys = { bundled: 'b', file: 'f', dialect: 'd', import: 'i', recursion: 'c', rule: 'r', tab: 't', string: 's' };
const flags = { repair: 'm', escape: 'e' };

async function through(stream, bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    if ((size += value.length) > most) {
      await reader.cancel();
      throw new Error('the grammar in the link is over 4 MiB');
    }
    chunks.push(value);
  }
}

function base64url(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function bytesOf(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

// write returns the fragment for a state, and the compressed size of its grammar. The fragment is
// "" if this size exceeds maxLink.
export async function write(state) {
  const query = new URLSearchParams();
  let size = 0;
  if (!state.bundled) {
    // Compression would take a second for many megabytes, and the result would not fit.
    if (state.text.length > maxText) return { fragment: '', size: state.text.length };
    const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(state.text));
    size = bytes.length;
    if (size > maxLink) return { fragment: '', size };
    query.set('g', base64url(bytes));
  }
  for (const [name, key] of Object.entries(keys)) if (state[name]) query.set(key, state[name]);
  for (const [name, key] of Object.entries(flags)) if (state[name]) query.set(key, '1');
  return { fragment: '#' + query, size };
}

// read returns the state in a fragment, or null if there is none. It fails if the grammar cannot be
// decoded.
export async function read(fragment) {
  const query = new URLSearchParams(fragment.replace(/^#/, ''));
  if (!query.has('g') && !query.has('b')) return null;
  const state = {};
  for (const [name, key] of Object.entries(keys)) state[name] = query.get(key) ?? '';
  for (const [name, key] of Object.entries(flags)) state[name] = query.get(key) === '1';
  if (query.has('g')) {
    state.bundled = '';
    let bytes;
    try {
      bytes = await through(new DecompressionStream('deflate-raw'), bytesOf(query.get('g')), maxText);
    } catch (error) {
      throw error.message.includes('MiB') ? error : new Error('the grammar in the link is damaged');
    }
    state.text = new TextDecoder().decode(bytes);
  }
  return state;
}
