// The text of the grammar, its line numbers, and the diagnostics under it.

import { $, h } from './dom.js';

// maxNumbered is the maximum number of lines that get numbers: more would slow down typing.
const maxNumbered = 5000;

// maxPaste is the length from which the page itself inserts pasted text, without undo, because
// browsers take seconds to insert many lines.
const maxPaste = 50_000;

export class Editor {
  #text = $('text');
  #numbers = $('numbers');
  #lines = 0;
  #marks = new Map(); // the worst severity, by line
  #onload;

  // onedit is called after each change by the user, and onload with the name and the text of a file
  // that the user opens, or with an error.
  constructor(onedit, onload) {
    this.#onload = onload;
    this.#text.addEventListener('input', () => {
      this.#number();
      onedit();
    });
    this.#text.addEventListener('paste', (event) => {
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      if (pasted.length < maxPaste) return;
      event.preventDefault();
      this.#text.setRangeText(pasted, this.#text.selectionStart, this.#text.selectionEnd, 'end');
      this.#number();
      onedit();
    });
    this.#text.addEventListener('scroll', () => this.#align());
    new ResizeObserver(() => this.#align()).observe(this.#text);
    $('file').addEventListener('change', ({ target }) => {
      if (target.files.length > 0) this.load(target.files[0]);
      target.value = ''; // so that the same file can be opened again
    });
    $('open').addEventListener('click', () => $('file').click());
    for (const name of ['dragenter', 'dragover']) {
      addEventListener(name, (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        document.body.classList.add('dropping');
      });
    }
    addEventListener('dragleave', (event) => {
      if (!event.relatedTarget) document.body.classList.remove('dropping');
    });
    addEventListener('drop', (event) => {
      document.body.classList.remove('dropping');
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      this.load(event.dataTransfer.files[0]);
    });
  }

  get value() {
    return this.#text.value;
  }

  set value(text) {
    this.#text.value = text;
    this.#text.setSelectionRange(0, 0);
    this.#text.scrollTop = 0;
    this.#marks.clear();
    this.#lines = -1;
    this.#number();
  }

  // limit is the maximum size of a file in bytes.
  limit = Infinity;

  async load(file) {
    if (file.size > this.limit) {
      this.#onload(file.name, null, `${file.name} has ${file.size.toLocaleString('en')} bytes, over the limit of ` +
        `${this.limit.toLocaleString('en')}`);
      return;
    }
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
      this.#onload(file.name, text, '');
    } catch {
      this.#onload(file.name, null, `${file.name} is not UTF-8 text; convert it, for example with iconv`);
    }
  }

  #number() {
    const { value } = this.#text;
    let lines = 1;
    for (let i = value.indexOf('\n'); i >= 0 && lines <= maxNumbered; i = value.indexOf('\n', i + 1)) lines++;
    if (lines !== this.#lines) {
      this.#lines = lines;
      this.#draw();
    }
    requestAnimationFrame(() => this.#align()); // browsers scroll to the caret after the event
  }

  // align scrolls the numbers to their lines.
  #align() {
    this.#numbers.scrollTop = this.#text.scrollTop;
  }

  #draw() {
    const pieces = [];
    let plain = '';
    for (let line = 1; line <= Math.min(this.#lines, maxNumbered); line++) {
      const severity = this.#marks.get(line);
      if (severity) {
        pieces.push(plain, h('span', { className: severity, textContent: line }));
        plain = '\n';
      } else {
        plain += line + '\n';
      }
    }
    this.#numbers.replaceChildren(...pieces, plain);
    this.#align();
  }

  // show lists diagnostics, after buttons for offers. Clicking a diagnostic selects the text that
  // it concerns.
  show({ diagnostics, more, notation }, offers = []) {
    $('notation').textContent = notation;
    this.#marks.clear();
    const rank = ['note', 'warning', 'error'];
    for (const { line, severity } of diagnostics ?? []) {
      if (rank.indexOf(severity) > rank.indexOf(this.#marks.get(line))) this.#marks.set(line, severity);
    }
    this.#draw();
    const items = (diagnostics ?? []).map((d) => h('li', {}, h('button', {
      type: 'button',
      className: d.severity,
      onclick: () => this.select(d),
    }, h('span', { className: 'place', textContent: `${d.line}:${d.column}` }), ' ',
    h('strong', { textContent: d.severity }), ' ', d.message, ' ', h('code', { textContent: d.code }))));
    if (offers.length > 0) {
      items.unshift(h('li', { className: 'offers' }, ...offers.map(({ label, act }) => h('button', {
        type: 'button', textContent: label, onclick: act }))));
    }
    if (more) items.push(h('li', { className: 'more', textContent: more }));
    $('diagnostics').replaceChildren(...items);
    $('diagnostics').hidden = items.length === 0;
  }

  // reveal scrolls to a line.
  reveal(line) {
    const height = parseFloat(getComputedStyle(this.#text).lineHeight);
    this.#text.scrollTop = Math.max(0, (line - 1) * height - this.#text.clientHeight / 2);
  }

  // select moves the caret to a diagnostic and scrolls to it.
  select({ from, to, line }) {
    const text = this.#text;
    text.focus();
    text.setSelectionRange(from, Math.max(to, from));
    this.reveal(line);
    const before = text.value.slice(text.value.lastIndexOf('\n', from - 1) + 1, from);
    text.scrollLeft = before.length < 40 ? 0 : before.length * parseFloat(getComputedStyle(text).fontSize) * 0.6 - 80;
  }
}
