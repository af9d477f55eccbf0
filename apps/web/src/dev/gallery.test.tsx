import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DeviceContext } from '../device/DeviceContext.tsx'
import { galleryDevice } from './device.ts'
import { Gallery, specimens } from './Gallery.tsx'

const web = path.resolve(import.meta.dirname, '../..')

test('the component gallery shows every component of src/ui', () => {
  const files = globSync('src/ui/**/!(*.test).tsx', { cwd: web }).map(file => path.basename(file, '.tsx'))
  const shown = new Set(specimens.flatMap(({ name, contains = [] }) => [name, ...contains]))
  expect(files.filter(name => !shown.has(name))).toEqual([])
  expect([...shown].filter(name => !files.includes(name))).toEqual([])
})

test('docs/design.md has the purpose and a picture of every component', () => {
  const notes = readFileSync(path.join(web, '../../docs/design.md'), 'utf8')
  const documented = specimens.filter(({ name, purpose }) =>
    notes.includes(`### ${name}\n\n${purpose}\n\n![${name} in its states](images/ui/${name}.webp)`),
  )
  expect(specimens.filter(specimen => !documented.includes(specimen)).map(({ name }) => name)).toEqual([])
})

test('the component gallery shows every state in both themes', () => {
  // The specimen of the error boundary throws on purpose.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <DeviceContext value={galleryDevice()}>
      <Gallery />
    </DeviceContext>,
  )
  for (const { name, states } of specimens) {
    const exhibit = within(screen.getByRole('region', { name }))
    for (const state of Object.keys(states))
      expect(exhibit.getAllByText(state, { selector: 'figcaption' })).toHaveLength(2)
  }
})

test.skipIf(!existsSync(path.join(web, 'dist/.vite/manifest.json')))(
  'the production build does not contain the component gallery',
  () => {
    const manifest = readFileSync(path.join(web, 'dist/.vite/manifest.json'), 'utf8')
    expect(manifest).not.toContain('src/dev/')
    expect(existsSync(path.join(web, 'dist/dev-ui.html'))).toBe(false)
  },
)
