import { expect, it } from 'vitest'
import { parseSearchType } from './search-params.ts'

it.each([
  ['EgIQAQ%3D%3D', 'video'],
  ['EgIQAg==', 'channel'],
  ['EgIQAvABAQ%3D%3D', 'channel'],
  ['EgIQAw%3D%3D', 'playlist'],
  ['8AEB', ''],
  ['CAISAhAB', 'video'],
  ['', ''],
  ['%E0%A4%A', ''],
])('reads from the search parameters %s the type filter “%s”', (params, type) => {
  expect(parseSearchType(params)).toBe(type)
})
