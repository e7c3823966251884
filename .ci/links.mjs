// Prints what parse5 and css-tree see in HTML and style sheets, for TestParse5 in
// cmd/internal/records. It reads the names of files from standard input and prints a line of JSON
// for each file: an array of places [kind, start, end, texts]. The offsets are in bytes. The kinds:
//
//   link   start and end of a reference, and its text
//   list   the texts of several references between start and end, in order
//   value  text of an attribute that may contain IRIs
//   text   running text that may contain IRIs
//
// The line is null for a file that is not UTF-8.
import { readFileSync } from 'node:fs';
import { isUtf8 } from 'node:buffer';
import { SAXParser } from 'parse5-sax-parser';
import { tokenize, tokenTypes, string, url } from 'css-tree';

const address = new Set(['background', 'cite', 'data-href', 'data-poster', 'data-src', 'data-url', 'formaction',
  'href', 'longdesc', 'manifest', 'poster', 'src', 'url', 'xlink:href']);
const images = new Set(['data-srcset', 'imagesrcset', 'srcset']);
const paint = new Set(['clip-path', 'cursor', 'fill', 'filter', 'marker', 'marker-end', 'marker-mid', 'marker-start',
  'mask', 'stroke']);
const written = /^[^][^ \t\n\f\r/>=]*[ \t\n\f\r]*=[ \t\n\f\r]*("[^"]*"|'[^']*'|[^ \t\n\f\r>]*)/; // an attribute
const code = new Set(['code', 'kbd', 'pre', 'samp', 'script']);

// strip removes white space as HTML does.
const strip = text => text.replace(/^[ \t\n\f\r]+|[ \t\n\f\r]+$/g, '');

// styled returns the references in a style sheet.
function styled(css) {
  const found = [];
  let before = '';
  tokenize(css, (type, start, end) => {
    const token = css.slice(start, end);
    if (type === tokenTypes.Url) found.push(strip(url.decode(token)));
    if (type === tokenTypes.String && (before === 'url(' || before === '@import')) found.push(string.decode(token));
    if (type !== tokenTypes.WhiteSpace && type !== tokenTypes.Comment) before = token.toLowerCase();
  });
  return found.filter(text => text !== '');
}

// refreshed returns the reference in the content of <meta http-equiv=refresh> (HTML, "Shared
// declarative refresh steps").
function refreshed(content) {
  const [, rest] = /^(?:\d+|(?=\.))[\d.]*(?:[ \t\n\f\r]*[;,]|[ \t\n\f\r])([^]*)$/.exec(content) ?? ['', ''];
  const named = strip(rest).replace(/^url[ \t\n\f\r]*=[ \t\n\f\r]*/i, '');
  return strip(/^"([^"]*)/.exec(named)?.[1] ?? /^'([^']*)/.exec(named)?.[1] ?? named);
}

// candidates returns the references in a srcset attribute.
function candidates(set) {
  const found = [];
  for (let rest = set; (rest = rest.replace(/^[ \t\n\f\r,]+/, '')) !== '';) {
    const [reference] = /^[^ \t\n\f\r]+/.exec(rest);
    found.push(reference.replace(/,+$/, ''));
    rest = rest.slice(reference.length);
    if (!reference.endsWith(',')) rest = rest.replace(/^(?:\([^)]*\)?|[^,(])*/, '');
  }
  return found;
}

// attribute returns the kind of place that an attribute is, and the texts of its references.
function attribute(element, name, value, attrs) {
  if (address.has(name) || name === 'action' && element === 'form' || name === 'data' && element === 'object') {
    return ['link', [value]];
  }
  if (name === 'ping') return ['list', value.split(/[ \t\n\f\r]+/)];
  if (images.has(name)) return ['list', candidates(value)];
  if (name === 'style' || paint.has(name) && /url\(/i.test(value)) return ['list', styled(value)];
  if (name === 'content' && element === 'meta' &&
    attrs.some(a => a.name === 'http-equiv' && strip(a.value).toLowerCase() === 'refresh')) {
    const found = refreshed(value);
    return ['list', found === '' ? [] : [found]];
  }
  return name.startsWith('on') || !value.includes(':') ? ['', []] : ['value', [value]];
}

// places appends what a document contains. base is the offset of the text in characters, and hidden
// the number of open elements with code.
function places(text, base, found, hidden) {
  const parser = new SAXParser({ sourceCodeLocationInfo: true });
  let inside = '';
  parser.on('startTag', ({ tagName, attrs, sourceCodeLocation: tag }) => {
    inside = tagName.toLowerCase();
    if (code.has(inside)) hidden++;
    for (const a of attrs) {
      const value = strip(a.value);
      const name = a.prefix ? `${a.prefix}:${a.name}` : a.name;
      if (value === '' || /^javascript:/i.test(value)) continue;
      // parse5 ends the place of an attribute too early if no blank follows its quote.
      const { startOffset } = tag.attrs[name] ?? tag.attrs[name.toLowerCase()];
      const [raw] = written.exec(text.slice(startOffset));
      const before = /^[^][^=]*=[ \t\n\f\r]*["']?[ \t\n\f\r]*/.exec(raw)[0].length;
      const after = /[ \t\n\f\r]*["']?$/.exec(raw)[0].length;
      const [kind, texts] = attribute(inside, name.toLowerCase(), value, attrs);
      if (texts.length > 0) {
        found.push([kind, base + startOffset + before, base + startOffset + raw.length - after, texts]);
      }
    }
  });
  parser.on('endTag', ({ tagName }) => {
    if (code.has(tagName) && hidden > 0) hidden--;
    inside = '';
  });
  parser.on('text', ({ text: content, sourceCodeLocation: { startOffset: start, endOffset: end } }) => {
    if (inside === 'noscript') {
      places(text.slice(start, end), base + start, found, hidden);
    } else if (inside === 'style') {
      found.push(['list', base + start, base + end, styled(content)]);
    } else if (inside === 'loc' && hidden === 0) {
      found.push(['list', base + start, base + end, [strip(content)].filter(Boolean)]);
    } else if (hidden === 0 && content.includes(':')) {
      found.push(['text', base + start, base + end, [content]]);
    }
  });
  parser.end(text);
  return found;
}

// inBytes converts offsets in characters to offsets in bytes.
function inBytes(text, found) {
  let at = 0, bytes = 0;
  const convert = offset => {
    for (; at < offset; at++) {
      const unit = text.charCodeAt(at);
      bytes += unit < 0x80 ? 1 : unit < 0x800 || unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
    }
    return bytes;
  };
  return found.map(([kind, start, end, texts]) => [kind, convert(start), convert(end), texts]);
}

for (const name of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
  const content = readFileSync(name);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
  const found = name.endsWith('.css') ? [['list', 0, text.length, styled(text)]] : places(text, 0, [], 0);
  process.stdout.write(JSON.stringify(isUtf8(content) ? inBytes(text, found) : null) + '\n');
  await new Promise(resolve => setImmediate(resolve)); // releases the parser
}
