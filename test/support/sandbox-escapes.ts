/** Escapes from and attacks on interpreters of expressions and templates, with the expected result in this sandbox. */
import type { Escape } from './sandbox-escapes-javascript.ts'

const timeoutOnly = ['timeout']
/** A bomb ends at the limit that it reaches first, on a busy machine the time limit. */
const limitErrors = ['timeout', 'memory', 'error', 'too_large']
const syntax = ['syntax']
const error = ['error']

export const jsonata: readonly Escape[] = [
  { name: '__proto__', source: 'input.__proto__.constructor', expected: null },
  { name: 'constructor', source: '$string(input.constructor)', expected: null },
  { name: 'constructor of a text', source: '"x".constructor.constructor("return 1")', expected: null },
  { name: '$lookup of __proto__', source: '$lookup(input, "__proto__")', expected: null, code: error },
  { name: '$eval with a syntax error', source: '$eval("(")', code: error },
  { name: '$eval in $eval', source: String.raw`$eval("$eval('1 + 1')")`, expected: 2 },
  { name: '$eval of JavaScript', source: '$eval("process.exit()")', expected: null },
  { name: '$pad', source: '$pad("x", 1000000000)', code: limitErrors },
  { name: '$pad to the left', source: '$pad("x", -2147483648)', code: limitErrors },
  { name: '$pad in $eval', source: String.raw`$eval("$pad('x', 1000000000)")`, code: limitErrors },
  {
    name: 'endless $replace',
    source: '$replace("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/, "")',
    code: timeoutOnly,
  },
  {
    name: 'endless $match',
    source: '$match("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", /(x+x+)+y/)',
    code: timeoutOnly,
  },
  { name: 'recursion of a function', source: '($f := function($x) { $f($x) + 1 }; $f(1))', code: limitErrors },
  { name: 'endless tail recursion', source: '($f := function($x) { $f($x) }; $f(1))', code: timeoutOnly },
  { name: 'a range that is too long', source: '[1..100000000]', code: error },
  {
    name: 'nested ranges',
    source: '$map([1..100000], function($x) { $map([1..100000], function($y) { $x * $y }) })',
    code: limitErrors,
  },
  { name: '$string of a huge array', source: '$string([1..5000000])', code: limitErrors },
  { name: 'endless $sort', source: '$sort([1..200000], function($a, $b) { $a < $b })', code: limitErrors },
  { name: '$reduce to a long text', source: '$reduce([1..60], function($a) { $a & $a }, "x")', code: limitErrors },
  {
    name: 'a transform of a prototype',
    source: 'input ~> |$|{"__proto__": {"admin": true}}|',
    expected: { a: 5, list: [1, 2, 3], text: 'x' },
    after: { source: '$exists(input.admin)', expected: false },
  },
  { name: 'a huge number format', source: '$formatNumber(1, $pad("#", 1000000, "#"))', code: limitErrors },
  { name: 'a function as a result', source: '$sum', expected: 'any', code: error },
]

export const cel: readonly Escape[] = [
  { name: 'constructor', source: 'input.constructor', code: error },
  { name: '__proto__', source: 'input["__proto__"]', code: error },
  { name: 'constructor of a text', source: '"x".constructor("return 1")()', code: syntax },
  { name: 'a host function', source: 'process.exit()', code: syntax },
  { name: 'nested macros', source: 'input.list.map(x, input.list.map(y, input.list.map(z, x)))', code: syntax },
  {
    name: 'two macros over long lists',
    source: `[${Array.from({ length: 900 }, () => '1').join()}].map(x, [${Array.from({ length: 900 }, () => '1').join()}].map(y, x * y))`,
    code: limitErrors,
  },
  { name: 'lists that double', source: `[[1, 2, 3, 4]]${'.map(x, x + x)'.repeat(30)}`, code: limitErrors },
  { name: 'texts that double', source: `["abcdefgh"]${'.map(x, x + x)'.repeat(32)}`, code: limitErrors },
  {
    name: 'endless matches',
    source: '"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!".matches("^(a+)+$")',
    code: timeoutOnly,
  },
  { name: 'matches with an invalid pattern', source: '"a".matches("(")', code: error },
  { name: 'overflow', source: '9223372036854775807 + 1', code: error },
  { name: 'a number beyond 64 bits', source: '99999999999999999999', code: ['syntax', 'error'] },
  { name: 'division by zero', source: '1 / 0', code: error },
  { name: 'remainder by zero', source: '1 % 0', code: error },
  { name: '10,000 brackets', source: `${'('.repeat(10_000)}1${')'.repeat(10_000)}`, code: ['syntax', 'error'] },
  { name: '10,000 negations', source: `${'!'.repeat(10_000)}true`, code: ['syntax', 'error'] },
  { name: 'too many items', source: `[${Array.from({ length: 2000 }, () => '1').join()}]`, code: syntax },
  { name: 'an endless duration', source: 'duration("9999999999999999999999h")', code: ['error'], expected: 'any' },
  { name: 'a time beyond the limits', source: 'date(9e99)', code: error },
  { name: 'an invalid zone', source: 'now.getHours("../../etc/passwd")', code: error },
  { name: 'a function as a value', source: 'size', code: syntax },
]

export const liquid: readonly Escape[] = [
  { name: 'constructor', source: '[{{ input.constructor }}]', expected: '[]' },
  { name: 'constructor of a constructor', source: '[{{ input.constructor.constructor }}]', expected: '[]' },
  { name: '__proto__', source: '[{{ input.__proto__.constructor }}]', expected: '[]' },
  { name: 'a filter of a prototype', source: '{{ "x" | constructor }}', code: syntax },
  { name: 'a filter named __proto__', source: '{{ "x" | __proto__ }}', code: syntax },
  { name: 'include', source: '{% include "/etc/passwd" %}', code: syntax },
  { name: 'render', source: '{% render "/etc/passwd" %}', code: syntax },
  { name: 'layout', source: '{% layout "/etc/passwd" %}', code: syntax },
  { name: 'block', source: '{% block x %}{% endblock %}', code: syntax },
  { name: 'a range that is too long', source: '{% for i in (1..1000000000) %}x{% endfor %}', code: limitErrors },
  {
    name: 'nested ranges',
    source: '{% for i in (1..9999) %}{% for j in (1..9999) %}x{% endfor %}{% endfor %}',
    code: limitErrors,
  },
  { name: 'tablerow', source: '{% tablerow i in (1..1000000000) %}x{% endtablerow %}', code: limitErrors },
  {
    name: 'texts that double',
    source: `{% assign a = "xxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a }}`,
    code: limitErrors,
  },
  {
    name: 'captures that double',
    source: `{% capture a %}xxxxxxxx{% endcapture %}${'{% capture a %}{{ a }}{{ a }}{% endcapture %}'.repeat(40)}{{ a }}`,
    code: limitErrors,
  },
  {
    name: 'lists that double',
    source: `{% assign a = "x,x" | split: "," %}${'{% assign a = a | concat: a %}'.repeat(40)}{{ a | size }}`,
    code: limitErrors,
  },
  {
    name: 'replace that multiplies',
    source: `{% assign a = "xxxxxxxxxxxxxxxx" %}${'{% assign a = a | replace: "x", a %}'.repeat(6)}{{ a | size }}`,
    code: limitErrors,
  },
  { name: 'a huge width', source: '{{ "now" | date: "%999999999d" }}', code: limitErrors },
  { name: 'truncate', source: '{{ "x" | truncate: 999999999999 }}', expected: 'x' },
  { name: 'slice', source: '{{ "abc" | slice: -999999999999, 999999999999 }}', expected: '', code: error },
  {
    name: 'endless strip_html',
    source: `{% assign a = "<script" %}${'{% assign a = a | append: a %}'.repeat(14)}{{ a | strip_html | size }}`,
    code: limitErrors,
    expected: 'any',
  },
  {
    name: 'an output that is too long',
    source: `{% for i in (1..3000) %}${'x'.repeat(100)}{% endfor %}`,
    code: limitErrors,
  },
  {
    name: '10,000 nested ifs',
    source: `${'{% if true %}'.repeat(10_000)}x${'{% endif %}'.repeat(10_000)}`,
    code: [...limitErrors, 'syntax'],
  },
  {
    name: 'increment',
    source: '{% increment __proto__ %}{% increment constructor %}',
    expected: '[object Object]0',
    after: { source: '{{ constructor }}{{ input.x }}', expected: '' },
  },
  {
    name: 'assign for the next call',
    source: '{% assign leak = "x" %}{{ leak }}',
    expected: 'x',
    after: { source: '[{{ leak }}]', expected: '[]' },
  },
  {
    name: 'assign over a prototype',
    source: '{% assign __proto__ = "x" %}{% assign toString = "y" %}ok',
    expected: 'ok',
    after: { source: '[{{ toString }}]', expected: '[]' },
  },
  {
    name: 'all secrets at once',
    source: '[{{ secrets }}][{{ secrets | json }}][{% for s in secrets %}{{ s }}{% endfor %}]',
    expected: 'no secret',
    code: ['error', 'missing_secret'],
  },
  {
    name: 'a secret by a computed name',
    source: '{% assign a = "to" | append: "ken" %}{{ secrets[a] }}',
    code: ['missing_secret'],
  },
  {
    name: 'a template in a value',
    source: '{{ input.text | replace: "x", "{{ secrets.token }}" }}',
    expected: '{{ secrets.token }}',
  },
]
