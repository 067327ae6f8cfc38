import { describe, expect, it } from 'vitest';
import { zipName } from './zip-name.ts';

describe('zipName', () => {
  it.each(['2026/a.jpg', 'photos/2026/sub/', 'über/ключ 🎉.txt'])('leaves %s as it is', (name) => {
    expect(zipName(name)).toBe(name);
  });

  it.each([
    ['f/../../etc/passwd', 'f/__/__/etc/passwd'],
    ['f/./a', 'f/_/a'],
    ['f//a', 'f/_/a'],
    ['f/a\\..\\b', 'f/a_.._b'],
    ['f/C:evil', 'f/C_evil'],
    ['f/... /a', 'f/____/a'],
    ['f/.. /a', 'f/___/a'],
    ['//server/share', '_/_/server/share'],
    ['f/a\r\nb\0', 'f/a__b_'],
    ['../a', '__/a'],
    ['/a', '_/a'],
  ])('lets %j not out of the place that it is unpacked to', (path, name) => {
    expect(zipName(path)).toBe(name);
  });

  it.each([
    ['f/report.', 'f/report_'],
    ['f/report . .', 'f/report____'],
    ['f/name /a', 'f/name_/a'],
    ['f/.hidden', 'f/.hidden'],
    ['f/CON', 'f/_CON'],
    ['f/nul.txt', 'f/_nul.txt'],
    ['f/aux .txt', 'f/_aux .txt'],
    ['f/com1.tar.gz', 'f/_com1.tar.gz'],
    ['f/LPT\u00b9', 'f/_LPT\u00b9'],
    ['f/con/a', 'f/_con/a'],
    ['f/console', 'f/console'],
    ['f/com10', 'f/com10'],
    ['f/a<b>c|d?e*f"g', 'f/a_b_c_d_e_f_g'],
    ['f/photo\u202egpj.exe', 'f/photo_gpj.exe'],
  ])('makes of %j a name that Windows has too', (path, name) => {
    expect(zipName(path)).toBe(name);
  });
});
