import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** The applicable requirements of OWASP ASVS 5.0.0, by level. */
const applicable = {
  L1: `
    V1.2.1 V1.2.2 V1.2.3 V1.2.4 V1.2.5 V1.3.1 V1.3.2 V1.5.1 V2.1.1 V2.2.1 V2.2.2 V2.3.1 V3.2.1 V3.2.2 V3.3.1
    V3.4.1 V3.4.2 V3.5.1 V3.5.2 V3.5.3 V4.1.1 V5.2.1 V5.2.2 V5.3.1 V5.3.2 V6.1.1 V6.2.1 V6.2.2 V6.2.3 V6.2.4
    V6.2.5 V6.2.6 V6.2.7 V6.2.8 V6.3.1 V6.3.2 V6.4.1 V6.4.2 V7.2.1 V7.2.2 V7.2.3 V7.2.4 V7.4.1 V7.4.2 V8.1.1
    V8.2.1 V8.2.2 V8.3.1 V9.1.1 V9.1.2 V9.1.3 V9.2.1 V11.3.1 V11.3.2 V11.4.1 V12.1.1 V12.2.1 V12.2.2 V13.4.1
    V14.2.1 V14.3.1 V15.1.1 V15.2.1 V15.3.1`,
  L2: `
    V1.1.1 V1.1.2 V1.2.9 V1.3.3 V1.3.4 V1.3.5 V1.3.6 V1.3.7 V1.3.10 V1.3.11 V1.4.2 V1.5.2 V2.1.2 V2.1.3 V2.2.3
    V2.3.2 V2.3.3 V2.3.4 V2.4.1 V3.3.2 V3.3.3 V3.3.4 V3.4.3 V3.4.4 V3.4.5 V3.4.6 V3.5.4 V3.5.5 V3.7.1 V3.7.2
    V4.1.2 V4.1.3 V4.2.1 V5.1.1 V5.2.3 V5.4.1 V5.4.2 V5.4.3 V6.1.2 V6.1.3 V6.2.9 V6.2.10 V6.2.11 V6.2.12 V6.3.3
    V6.3.4 V6.4.3 V6.4.4 V6.5.1 V6.5.2 V6.5.3 V6.5.4 V6.5.5 V6.6.2 V6.6.3 V6.8.1 V6.8.2 V7.1.1 V7.1.2 V7.1.3
    V7.3.1 V7.3.2 V7.4.3 V7.4.4 V7.4.5 V7.5.1 V7.5.2 V7.6.1 V7.6.2 V8.1.2 V8.2.3 V9.2.2 V9.2.3 V10.1.1 V10.1.2
    V10.2.1 V10.2.2 V10.5.1 V10.5.2 V10.5.3 V10.5.4 V11.1.1 V11.1.2 V11.2.1 V11.2.2 V11.2.3 V11.3.3 V11.4.2
    V11.4.3 V11.4.4 V11.5.1 V11.6.1 V12.1.2 V12.3.1 V12.3.2 V12.3.3 V12.3.4 V13.1.1 V13.2.1 V13.2.2 V13.2.3
    V13.2.4 V13.2.5 V13.3.1 V13.3.2 V13.4.2 V13.4.3 V13.4.4 V13.4.5 V14.1.1 V14.1.2 V14.2.2 V14.2.3 V14.2.4
    V14.3.2 V14.3.3 V15.1.2 V15.1.3 V15.2.2 V15.2.3 V15.3.2 V15.3.3 V15.3.4 V15.3.5 V15.3.6 V15.3.7 V16.1.1
    V16.2.1 V16.2.2 V16.2.3 V16.2.4 V16.2.5 V16.3.1 V16.3.2 V16.3.3 V16.3.4 V16.4.1 V16.4.2 V16.4.3 V16.5.1
    V16.5.2 V16.5.3`,
}
const idsOf = (level: keyof typeof applicable) => applicable[level].trim().split(/\s+/)

const items = readFileSync('docs/asvs.md', 'utf8')
  .split('\n')
  .filter(line => /^\| V\d/.test(line))
  .map(line => {
    const cells = line.split(/(?<!\\)\|/).map(cell => cell.trim())
    const [, id = '', level = '', action = '', , state = ''] = cells
    return { id, level, action, state }
  })

describe('docs/asvs.md', () => {
  it('docs/asvs.md lists every applicable ASVS item once with its level', () => {
    const listed = (level: string) => items.filter(item => item.level === level).map(({ id }) => id)
    expect(listed('L1').sort()).toEqual(idsOf('L1').sort())
    expect(listed('L2').sort()).toEqual(idsOf('L2').sort())
  })

  it('docs/asvs.md has a measure for each ASVS item, and a reason if it is open', () => {
    const incomplete = items.filter(({ action, state }) => action === '' || !/^(met|open: .{10,})$/.test(state))
    expect(incomplete.map(({ id }) => id)).toEqual([])
  })

  it('docs/asvs.md has no open ASVS item of level 1', () => {
    expect(items.filter(({ level, state }) => level === 'L1' && state !== 'met').map(({ id }) => id)).toEqual([])
  })

  it('docs/security.md lists every rate limit', () => {
    const rules = readFileSync('docs/security.md', 'utf8')
    const limits = [...readFileSync('apps/server/src/http/limits.ts', 'utf8').matchAll(/^ {2}(\w+): \{ points:/gm)]
    expect(limits.length).toBeGreaterThan(8)
    expect(limits.map(([, name]) => name).filter(name => !rules.includes(`| \`${name}\` |`))).toEqual([])
  })

  const applicability = path.join(process.env.RECORDINGS ?? '../shared', 'owasp/asvs-l1-l2-applicability.csv')
  it.skipIf(!existsSync(applicability))('the expected ASVS items match the applicability table', () => {
    const rows = [...readFileSync(applicability, 'utf8').matchAll(/^(V\d+\.\d+\.\d+),([12]),yes,/gm)]
    const named = (level: string) => rows.filter(row => row[2] === level).map(row => row[1])
    expect(named('1').sort()).toEqual(idsOf('L1').sort())
    expect(named('2').sort()).toEqual(idsOf('L2').sort())
  })
})
