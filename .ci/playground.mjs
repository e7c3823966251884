// Drives the playground in headless Chromium; see .ci/playground, which runs it.
//
//   node playground.mjs SITE SEEDS SHOTS [STEP]
//
// SITE is the folder with the site, SEEDS the folder with documents to drop, SHOTS a folder for
// screenshots; STEP is part of the name of a step, to run only this one. Chromium is offline after the page has loaded.
import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const [site, seeds, shots, only = ''] = process.argv.slice(2);
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tabs = ['rules', 'railroad', 'automaton', 'string', 'samples', 'diff', 'code'];
const slow = 120_000; // milliseconds; a bound on hanging, not on speed

// A file server that knows few types: none for WebAssembly.
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const server = createServer(async ({ url }, response) => {
  const name = url === '/' ? 'index.html' : url.slice(1);
  try {
    const data = await readFile(path.join(site, path.basename(name)));
    response.setHeader('Content-Type', types[path.extname(name)] ?? 'application/octet-stream').end(data);
  } catch {
    response.writeHead(404).end();
  }
}).listen(0, 'localhost');
await new Promise((resolve) => server.on('listening', resolve));
const address = `http://localhost:${server.address().port}/`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
const problems = [];

// watch collects the tasks of a page that take more than 50 ms, the least that browsers report.
const watch = () => {
  globalThis.tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
};

// pause returns the longest pause of a page, in words. On a busy machine it contains the time in which
// other programs ran.
async function pause(page) {
  const ms = await page.evaluate(() => Math.max(0, ...tasks.map((task) => task.duration)));
  return ms === 0 ? 'at most 50 ms' : `${Math.round(ms)} ms`;
}

// visit opens a page and waits for the first result.
async function visit(fragment = '', { width = 1280, height = 800, scheme = 'light' } = {}) {
  const context = await browser.newContext({
    viewport: { width, height }, colorScheme: scheme, permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(slow);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`page error: ${error}`));
  await page.addInitScript(watch);
  await page.goto(address + fragment);
  await page.waitForFunction(() => performance.getEntriesByName('result').length > 0);
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url())) problems.push(`a request after the page has loaded: ${request.url()}`);
  });
  await context.setOffline(true);
  return page;
}

const text = (page, selector) => page.textContent(selector);
const status = (page, wanted) => page.waitForFunction(
  ([source, flags]) => new RegExp(source, flags).test(document.querySelector('#status').textContent), [wanted.source, wanted.flags]);
const result = (page, tab, wanted) => page.waitForFunction(
  ([tab, source]) => {
    const result = document.querySelector(`#panel-${tab} .result`);
    return !result.classList.contains('stale') && (result.querySelector('.picture-box') || new RegExp(source).test(result.textContent));
  }, [tab, wanted.source]);

async function select(page, tab) {
  await page.click(`#tab-${tab}`);
  await result(page, tab, /./);
}

// type replaces the grammar and waits for its rules.
async function type(page, grammar) {
  await page.evaluate(() => performance.clearMarks());
  await paste(page, grammar);
  await page.waitForFunction(() => performance.getEntriesByName('result').length > 0);
}

// paste replaces the grammar by one event, as the page does for large texts. Playwright's fill is
// quadratic in the number of lines.
async function paste(page, grammar) {
  await page.evaluate((grammar) => {
    const text = document.querySelector('#text');
    text.value = grammar;
    text.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, grammar);
}

async function drop(page, name, bytes) {
  await page.evaluate(() => performance.clearMarks());
  await page.evaluate(([name, bytes]) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name));
    document.querySelector('#text').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [name, bytes.toString('base64')]);
  await page.waitForFunction(() => performance.getEntriesByName('result').length > 0);
}

async function check(page, what) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  for (const { id, nodes } of violations) {
    problems.push(`axe, ${what}: ${id}: ${nodes.map((n) => n.failureSummary.replace(/\s+/g, ' ') + ' ' + n.html).join('; ').slice(0, 600)}`);
  }
}

// overflow reports a page that is wider than the screen.
async function overflow(page, what) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (wide > 0) problems.push(`${what}: the page is ${wide} pixels too wide`);
}

async function shot(page, name, options = {}) {
  await page.waitForTimeout(200);
  await page.screenshot({ path: path.join(shots, `${name}.png`), ...options });
}

const steps = {
  async 'the first result'() {
    const page = await visit();
    const ms = await page.evaluate(() => performance.getEntriesByName('result')[0].startTime);
    console.log(`first result for rfc3987 after ${Math.round(ms)} ms: ${await text(page, '#status')}`);
    assert.match(await text(page, '#status'), /^39 rules, /);
    assert.match(await text(page, '#panel-rules table'), /IPv6address/);
    await page.context().close();
  },

  async 'all tabs, light and dark, on a screen and a phone'() {
    for (const scheme of ['light', 'dark']) {
      for (const width of [1280, 390]) {
        const page = await visit('', { width, height: 844, scheme });
        if (width === 1280) {
          for (const tab of tabs) await select(page, tab); // before axe, which takes long
          console.log(`longest pause of the page, ${scheme}: ${await pause(page)}`);
        }
        for (const tab of tabs) {
          const what = `${tab}, ${scheme}, ${width} wide`;
          await select(page, tab);
          if (await page.locator(`#panel-${tab} .failed`).count() > 0) problems.push(`${what}: ${await text(page, `#panel-${tab} .failed`)}`);
          await check(page, what);
          await overflow(page, what);
          await shot(page, `${width === 390 ? 'phone' : 'desktop'}-${scheme}-${tab}`, { fullPage: width === 390 });
        }
        await page.context().close();
      }
    }
  },

  async 'typing, diagnostics and the caret'() {
    const page = await visit();
    await page.focus('#text');
    await page.keyboard.press('Control+A');
    await page.evaluate(() => performance.clearMarks());
    await page.keyboard.type('greeting = "hello" SP name\nname = 1*ALPHA / nobody\n', { delay: 5 });
    await page.waitForFunction(() => /nobody is not defined/.test(document.querySelector('#diagnostics').textContent));
    console.log(`longest pause of the page, typing: ${await pause(page)}`);
    await check(page, 'diagnostics');
    await page.click('#diagnostics button.error');
    assert.deepEqual(await page.evaluate(() => {
      const { selectionStart, selectionEnd, value } = document.querySelector('#text');
      return [document.activeElement.id, value.slice(selectionStart, selectionEnd)];
    }), ['text', 'nobody']);
    await page.keyboard.type('"x"');
    await status(page, /^2 rules, \d/);
    await select(page, 'string');
    await page.fill('#string', 'Hello World');
    await result(page, 'string', /greeting matches/);
    await page.fill('#string', 'Hello 1');
    await result(page, 'string', /does not match/);
    await check(page, 'a string that does not match');
    await shot(page, 'desktop-light-mistake');
    assert.match(await text(page, '#panel-string .result'), /Character 7/);
    await page.fill('#string', 'hello\\x20w');
    await page.check('#escape');
    await result(page, 'string', /greeting matches/);
    await page.fill('#string', '\\q');
    await result(page, 'string', /is not an escape/);
    await page.context().close();
  },

  async 'options'() {
    const page = await visit();
    await type(page, 'a = "x" b\nb = IPv4address\n');
    await page.click('.offers button >> text=Import rfc3986');
    await status(page, /^2 rules, \d/);
    assert(await page.isChecked('#imports input[value=rfc3986]'));
    await type(page, 'a = "x" b\nb = IPv4address date-time\n');
    await page.click('.offers button >> text=Import formats');
    await status(page, /^2 rules, \d/);
    await page.waitForFunction(() => new URLSearchParams(location.hash.slice(1)).get('i') === 'rfc3986,formats');
    await select(page, 'rules');
    assert.match(await text(page, '#panel-rules table'), /date-time from formats/);
    await page.evaluate(() => document.querySelector('#imports input[value=formats]').click());
    await status(page, /^2 rules, 1 error/);
    await type(page, 'list = "(" *list ")" / "[" *list "]"\n');
    await select(page, 'rules');
    await result(page, 'rules', /recursi|refers to itself|calls/);
    await page.click('summary');
    await page.selectOption('#recursion', 'superset');
    await result(page, 'rules', /superset/);
    await check(page, 'options');
    await shot(page, 'desktop-light-options');
    await page.context().close();
  },

  async 'another grammar gets another rule and string'() {
    const page = await visit();
    await type(page, 'part = 1*DIGIT\nwhole = part "." part\n');
    assert.equal(await page.inputValue('#rule'), 'whole');
    assert.equal(await page.inputValue('#string'), '0.0');
    await page.click('#tab-string');
    await page.fill('#string', '12,3');
    await result(page, 'string', /“,” replaced with “.” at character 3/);
    await type(page, 'other = "x"\n');
    assert.equal(await page.inputValue('#string'), '12,3'); // a person typed it
    await page.context().close();
  },

  async 'the editor scrolls to rules, and line numbers with it'() {
    const page = await visit();
    const scrolled = () => page.evaluate(() => [document.querySelector('#text').scrollTop, document.querySelector('#numbers').scrollTop]);
    await page.selectOption('#rule', 'IPv6address');
    await page.waitForFunction(() => document.querySelector('#text').scrollTop > 0);
    await page.focus('#text');
    await page.keyboard.press('Control+End');
    for (const grammar of ['a = "x"\n'.repeat(2), Array.from({ length: 300 }, (_, i) => `r${i} = "x"`).join('\n')]) {
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(grammar);
      await page.waitForTimeout(800);
      const [there, here] = await scrolled();
      assert.equal(here, there);
    }
    await page.context().close();
  },

  async 'pictures fit the page'() {
    const page = await visit('#b=rfc3987&t=string');
    for (const width of [1280, 600, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.waitForFunction(() => {
        const box = document.querySelector('#panel-string .picture-box');
        return box && box.scrollWidth <= box.clientWidth && box.image.getAttribute('width') <= box.clientWidth;
      });
    }
    await page.setViewportSize({ width: 1280, height: 844 });
    await select(page, 'automaton');
    await page.check('#panel-automaton .under input');
    await page.selectOption('#rule', 'IRI-reference');
    await page.waitForTimeout(1000);
    assert(await page.isChecked('#panel-automaton .under input'));
    await page.context().close();
  },

  async 'a diagram leads to another rule'() {
    const page = await visit('#b=rfc3986&r=URI&t=railroad');
    await result(page, 'railroad', /./);
    await page.locator('#panel-railroad a', { hasText: 'hier-part' }).first().click();
    await page.waitForFunction(() => document.querySelector('#rule').value === 'hier-part');
    await page.context().close();
  },

  async 'a link'() {
    const page = await visit();
    await type(page, 'greeting = "hello" SP %xE9\n; \u00e9\n');
    await select(page, 'string');
    await page.fill('#string', 'HELLO \u00e9');
    await result(page, 'string', /greeting matches/);
    await page.click('#share');
    await status(page, /^The link is copied/);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(link, page.url());
    const copy = await visit(new URL(link).hash);
    await result(copy, 'string', /greeting matches/);
    assert.equal(await copy.inputValue('#text'), 'greeting = "hello" SP %xE9\n; \u00e9\n');
    assert.equal(await copy.inputValue('#string'), 'HELLO \u00e9');
    await copy.context().close();

    // A grammar over 32 KB compressed becomes a file. xorshift makes text that does not compress.
    let x = 1;
    const random = () => ((x ^= x << 13, x ^= x >>> 17, x ^= x << 5) >>> 0).toString(36);
    const big = Array.from({ length: 6000 }, (_, i) => `r${i} = "${random()}${random()}"\n`).join('');
    await type(page, big);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#share')]);
    assert.equal(await readFile(await download.path(), 'utf8'), big);
    await status(page, /too much for a link/);
    assert.equal(new URL(page.url()).hash, '');
    await page.context().close();
    const damaged = await browser.newContext();
    const other = await damaged.newPage();
    await other.goto(`${address}#g=!!!`);
    await other.waitForFunction(() => /damaged/.test(document.querySelector('#status').textContent));
    await damaged.close();
  },

  async 'dropped documents'() {
    const page = await visit();
    const names = (await readdir(seeds)).filter((name) => name.endsWith('.txt')).sort();
    assert.equal(names.length, 5);
    const notations = [/ABNF/, /Treetop/, /RFC 822/, /ABNF/, /aParse/];
    for (const [i, name] of names.entries()) {
      await drop(page, name, await readFile(path.join(seeds, name)));
      assert.match(await text(page, '#notation'), notations[i]);
      console.log(`${name}: ${await text(page, '#status')}`);
      if (!(await page.isChecked('#repair')) && /swallow/.test(await text(page, '#diagnostics'))) {
        await page.click('.offers button');
        await status(page, /^\d\d rules, \d+ ms/);
        console.log(`${name}, repaired: ${await text(page, '#status')}`);
        assert(await page.isChecked('#repair'));
      }
    }
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from([0xff, 0xfe, 0x41, 0])], 'wide.abnf'));
      document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    });
    await status(page, /wide\.abnf is not UTF-8 text/);
    await page.context().close();
  },

  async 'a grammar of 1 MiB'() {
    const page = await visit();
    for (const [name, line, wanted] of [
      ['one string', null, /exceeds the limit of 1048576 bytes/],
      ['many rules', (i) => `r${i} = "x${i}"\n`, /exceeds the limit of 10000 rules/],
      ['many alternatives', (i) => (i === 0 ? 'a = "x"\n' : ` / "${i}"\n`), null],
    ]) {
      let grammar = `a = "${'x'.repeat(1 << 20)}"`;
      if (line) for (let i = 0, grow = (grammar = ''); grow.length < (1 << 20) - 20; i++) grammar = grow += line(i);
      const began = Date.now();
      await drop(page, 'large.abnf', Buffer.from(grammar));
      const found = await text(page, '#diagnostics');
      if (wanted) assert.match(found, wanted);
      console.log(`1 MiB, ${name}: ${((Date.now() - began) / 1000).toFixed(1)} s, ${await text(page, '#status')}`);
    }
    await page.context().close();
  },

  async 'pathological grammars'() {
    const page = await visit();
    const exponential = (n) => `a = *("a"/"b") "a" ${n}("a"/"b")\n`;
    const began = Date.now();
    await type(page, exponential(20));
    assert.match(await text(page, '#diagnostics'), /200001 subset states exceed the limit of 200000/);
    console.log(`exponential grammar: ${((Date.now() - began) / 1000).toFixed(1)} s`);

    // Twenty such rules take longer than anybody waits.
    const many = Array.from({ length: 20 }, (_, i) => `r${i} = *("a"/"b") "a" 30("a"/"b"/"${i}")\n`).join('');
    await paste(page, many);
    await page.waitForSelector('#stop:visible');
    await page.click('#stop');
    await status(page, /^Stopped/);
    await paste(page, many + '; more\n');
    await page.waitForSelector('#stop:visible');
    await page.keyboard.press('Escape');
    await status(page, /^Stopped/);
    await page.click('#tab-samples'); // does not compile again
    await result(page, 'samples', /was stopped/);
    await type(page, 'a = "x"\n');
    await status(page, /^1 rule, /);
    // An edit ends a compilation that takes long.
    await paste(page, many);
    await page.waitForSelector('#stop:visible');
    await page.waitForTimeout(2000);
    await type(page, 'a = "y"\n');
    await status(page, /^1 rule, /);
    await page.context().close();
  },

  async 'the keyboard'() {
    const page = await visit();
    const at = () => page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName);
    const tabTo = async (id) => {
      for (let i = 0; i < 60; i++) {
        if ((await at()) === id) return;
        await page.keyboard.press('Tab');
      }
      assert.fail(`Tab does not reach ${id}`);
    };
    for (const id of ['bundled', 'open', 'save', 'share', 'dialect', 'text', 'rule', 'tab-rules']) await tabTo(id);
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(), 'tab-railroad');
    await result(page, 'railroad', /./);
    await page.keyboard.press('End');
    assert.equal(await at(), 'tab-code');
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(), 'tab-rules');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await at(), 'tab-diff');
    await page.keyboard.press('Home');
    await tabTo('panel-rules');
    await tabTo('filter');
    await page.keyboard.type('dec-octet');
    await page.waitForFunction(() => document.querySelectorAll('#panel-rules tbody tr').length === 1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#rule').value === 'dec-octet');
    await page.focus('#text');
    await page.evaluate(() => performance.clearMarks());
    await page.keyboard.press('Control+Enter');
    await page.waitForFunction(() => performance.getEntriesByName('result').length > 0);
    await page.context().close();
  },

  async 'code and differences'() {
    const page = await visit('#b=rfc3986&r=IPv4address&t=code');
    for (const [as, wanted] of Object.entries({ 'regexp re2': /^\\A/, 'regexp ecmascript': /^\^/, 'code go': /^\/\/ Code generated/,
      'code c': /_valid/, 'code rust': /pub mod/, 'code js': /export const IPv4address/, 'code java': /class Grammar/,
      'code python': /def valid/ })) {
      await page.selectOption('#as', as);
      await result(page, 'code', wanted);
      await page.click('#copy');
      await status(page, /^Copied/);
      assert.match(await page.evaluate(() => navigator.clipboard.readText()), wanted);
    }
    await select(page, 'diff');
    await page.selectOption('#rule', 'URI');
    await page.selectOption('#other-grammar', 'rfc3987');
    await page.selectOption('#other', 'IRI');
    await result(page, 'diff', /URI matches fewer strings than IRI/);
    await page.context().close();
  },
};

for (const [name, step] of Object.entries(steps)) {
  if (!name.includes(only)) continue;
  const began = Date.now();
  const before = problems.length;
  try {
    await step();
  } catch (error) {
    problems.push(`${name}: ${error.stack}`);
  }
  console.log(`${problems.length === before ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
}
await browser.close();
server.close();
for (const problem of problems) console.log(problem.slice(0, 1000));
process.exit(problems.length === 0 ? 0 : 1);
