// Helpers for elements.

export const $ = (id) => document.getElementById(id);

// h returns an element with properties and children. A property whose name contains "-" or is
// "role" sets an attribute; one whose name begins with "on" adds an event listener.
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name.includes('-') || name === 'role') element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// options fills a select element with choices, which have a value and a label, and keeps the
// selection if possible.
export function options(select, choices) {
  const { value } = select;
  select.replaceChildren(...choices.map((choice) => h('option', { value: choice.value, textContent: choice.label })));
  if (choices.some((choice) => choice.value === value)) select.value = value;
}

// save makes the browser save a text as a file.
export function save(name, text, type = 'text/plain') {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// later returns a function that calls f with its latest arguments after a pause of ms milliseconds.
// Its method now calls f at once.
export function later(ms, f) {
  let timer = 0;
  const start = (...args) => {
    clearTimeout(timer);
    timer = setTimeout(f, ms, ...args);
  };
  start.now = (...args) => {
    clearTimeout(timer);
    f(...args);
  };
  return start;
}
