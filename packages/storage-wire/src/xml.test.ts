import { cpuTimeOf } from '@stowage/domain/testing/cpu-time';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { S3Error } from './s3-error.ts';
import {
  escapeXml,
  parseXml,
  type XmlElement,
  xmlChild,
  xmlChildren,
  xmlDocument,
  xmlElement,
  xmlGroup,
  xmlText,
} from './xml.ts';

describe('parseXml', () => {
  it('reads elements, attributes and text', () => {
    const root = parseXml(
      '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- who -->\n' +
        '<Grant xmlns="u" xmlns:xsi=\'v\'>\n  <Grantee xsi:type="Group" a="&lt;&#65;"/>' +
        '<Permission>READ</Permission ><s3:Extra\n>1</s3:Extra><?pi x?></Grant>\n',
    );
    expect(root.name).toBe('Grant');
    expect(root.children.map(({ name }) => name)).toEqual(['Grantee', 'Permission', 'Extra']);
    expect(Object.fromEntries(xmlChild(root, 'Grantee')?.attributes ?? [])).toEqual({
      type: 'Group',
      a: '<A',
    });
    expect(xmlText(root, 'Permission')).toBe('READ');
    expect(xmlText(root, 'Missing')).toBeUndefined();
  });

  it('gives a list whatever the count', () => {
    const parts = (xml: string) => xmlChildren(parseXml(xml), 'P').map(({ text }) => text);
    expect(parts('<a/>')).toEqual([]);
    expect(parts('<a><P>1</P></a>')).toEqual(['1']);
    expect(parts('<a><P>1</P><Q/><P>2</P></a>')).toEqual(['1', '2']);
  });

  it.each([
    ['<k> two  spaces </k>', ' two  spaces '],
    ['<k>001e5</k>', '001e5'],
    ['<k>a&amp;&lt;&gt;&quot;&apos;b</k>', `a&<>"'b`],
    ['<k>&#x1F600;&#10;&#x1;&#xD;</k>', '😀\n\u0001\r'],
    ['<k>&amp;lt;</k>', '&lt;'],
    ['<k>a\r\nb\rc</k>', 'a\nb\nc'],
    ['<k>a<![CDATA[<b>&amp;]]>c</k>', 'a<b>&amp;c'],
    ['<k>a<!-- > -->b</k>', 'ab'],
    ['<k></k>', ''],
    ['<k>ünï😀</k>', 'ünï😀'],
    ['<k>]]></k>', ']]>'],
  ])('keeps the text of %j', (xml, text) => {
    expect(parseXml(xml).text).toBe(text);
    expect(parseXml(Buffer.from(xml)).text).toBe(text);
    // Leaves below the root take another path through the parser.
    expect(xmlText(parseXml(`<root>${xml}</root>`), 'k')).toBe(text);
  });

  it.each([
    '',
    '   ',
    'text',
    '{"a":1}',
    '<a>',
    '<a><b></a></b>',
    '<a><b></a>',
    '</a>',
    '<a></b>',
    '<a/><b/>',
    '<a/>text',
    'text<a/>',
    '<a></a',
    '<a',
    '<',
    '<>x</>',
    '<1a/>',
    '< a/>',
    '<a b></a>',
    '<a b=c></a>',
    '<a b="1" b="2"/>',
    '<a b="1"c="2"/>',
    '<a b="<"/>',
    '<a b="1/>',
    '<a>&</a>',
    '<a>&nope;</a>',
    '<a>&amp</a>',
    '<a>&#0;</a>',
    '<a>&#xD800;</a>',
    '<a>&#x110000;</a>',
    '<a>&#;</a>',
    '<a><!-- </a>',
    '<a><![CDATA[ </a>',
    '<![CDATA[x]]><a/>',
    '<?xml version="1.0"',
    '<!DOCTYPE a><a/>',
    '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>',
    '<a><!ENTITY x "y"></a>',
  ])('refuses %j', (xml) => {
    expect(() => parseXml(xml)).toThrow(S3Error);
    expect(() => parseXml(xml)).toThrow(expect.objectContaining({ code: 'MalformedXML' }));
  });

  it('refuses bytes that are not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('<a>'), Buffer.from([0xff]), Buffer.from('</a>')]);
    expect(() => parseXml(bytes)).toThrow(expect.objectContaining({ code: 'MalformedXML' }));
  });

  it.each([
    ['size', '<a>12345</a>', { maxSize: 11 }, { maxSize: 12 }],
    ['depth', '<a><b><c/></b></a>', { maxDepth: 2 }, { maxDepth: 3 }],
    ['elements', '<a><b/><b>x</b></a>', { maxElements: 2 }, { maxElements: 3 }],
  ])('holds its limit of %s', (_, xml, tooSmall, enough) => {
    expect(() => parseXml(xml, tooSmall)).toThrow(S3Error);
    expect(parseXml(xml, enough).name).toBe('a');
  });

  it('holds its limit of depth against a bomb', () => {
    expect(() => parseXml('<a>'.repeat(100_000))).toThrow(S3Error);
  });

  it('takes time in proportion to hostile input', async () => {
    const pieces = ['&', '<', '<!--', '<a b="', '</', '<a ', '\r', '&#x', ']]>', '<![CDATA['];
    const parseAll = () => {
      for (const piece of pieces) {
        expect(() => parseXml(`<a>${piece.repeat(200_000)}`)).toThrow(S3Error);
      }
    };
    expect(await cpuTimeOf(parseAll)).toBeLessThan(5000);
  });

  it('is no gate to prototypes', () => {
    const root = parseXml('<a><__proto__>x</__proto__><constructor>y</constructor></a>');
    expect(xmlText(root, '__proto__')).toBe('x');
    expect(xmlText(root, 'toString')).toBeUndefined();
  });
});

describe('agreement with fast-xml-parser', () => {
  const reference = new XMLParser({
    ignoreAttributes: true,
    parseTagValue: false,
    trimValues: false,
    ignoreDeclaration: true,
    htmlEntities: true,
    isArray: () => true,
  });

  /** The same structure for both parsers: lists of children by name, or the text of a leaf. */
  function shape(element: XmlElement): unknown {
    if (element.children.length === 0) {
      return element.text;
    }
    const names = new Set(element.children.map(({ name }) => name));
    return Object.fromEntries(
      [...names].map((name) => [name, xmlChildren(element, name).map(shape)]),
    );
  }

  it('on a listing', () => {
    const entries = Array.from({ length: 50 }, (_, index) =>
      xmlGroup('Contents', [
        xmlElement('Key', `a <&> "${index}" 'é😀'`),
        xmlElement('Size', index),
        xmlGroup('Owner', [xmlElement('ID', ''), xmlElement('DisplayName', ' x ')]),
      ]),
    );
    const text = xmlDocument('ListBucketResult', [xmlElement('Name', 'b'), ...entries]);
    const root = parseXml(text);
    expect({ ListBucketResult: [shape(root)] }).toEqual(reference.parse(text));
  });
});

describe('writing', () => {
  it('escapes what XML cannot hold', () => {
    expect(escapeXml(`<a href="x">&'\t\n\r\u0001\u0000\u001f</a>`)).toBe(
      '&lt;a href=&#34;x&#34;&gt;&amp;&#39;&#x9;&#xA;&#xD;&#x1;\ufffd&#x1F;&lt;/a&gt;',
    );
    expect(escapeXml('a\ufffe\uffff\ud800b')).toBe('a\ufffd\ufffd\ufffdb');
    expect(escapeXml('ünï😀')).toBe('ünï😀');
  });

  it.each(['plain', ' spaced ', '<&>"\'', 'tab\tnl\ncr\r', 'ctl\u0001\u001f', '😀é'])(
    'writes %j so that it reads back',
    (text) => {
      expect(parseXml(xmlElement('k', text)).text).toBe(text);
    },
  );

  it('makes documents', () => {
    expect(
      xmlDocument('Result', [
        xmlElement('Count', 3),
        undefined,
        xmlGroup('Set', [xmlElement('Quiet', true)]),
      ]),
    ).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<Result xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Count>3</Count>' +
        '<Set><Quiet>true</Quiet></Set></Result>',
    );
    expect(xmlDocument('Empty', [], 'urn:x')).toContain('<Empty xmlns="urn:x"></Empty>');
  });
});
