import { describe, expect, it } from 'vitest'
import { parseClients } from './clients.ts'

describe('the order of clients', () => {
  it('is read with versions', () => {
    expect(parseClients(' VISIONOS, ANDROID@21.03.36')).toEqual([
      { name: 'VISIONOS' },
      { name: 'ANDROID', version: '21.03.36' },
    ])
  })

  it.each(['', 'visionos', 'NETSCAPE', 'toString'])('does not know %s', text => {
    expect(() => parseClients(text)).toThrow(RangeError)
  })
})
