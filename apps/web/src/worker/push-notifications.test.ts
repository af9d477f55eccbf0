import { afterEach, expect, test, vi } from 'vitest'
import { handlePushNotifications } from './push-notifications.ts'

afterEach(() => vi.unstubAllGlobals())

/** The URL that opens when a notification with this path is clicked and no page of the app is open. */
async function openedBy(path: unknown): Promise<string | undefined> {
  const listeners = new Map<string, (event: object) => void>()
  const opened: string[] = []
  vi.stubGlobal('self', {
    location: { origin: 'https://recaps.example' },
    addEventListener: (kind: string, listener: (event: object) => void) => listeners.set(kind, listener),
    clients: { matchAll: async () => [], openWindow: async (to: string) => void opened.push(to) },
  })
  handlePushNotifications()
  let done: Promise<unknown> = Promise.resolve()
  listeners.get('notificationclick')?.({
    notification: { data: { path }, close() {} },
    waitUntil(work: Promise<unknown>) {
      done = work
    },
  })
  await done
  return opened[0]
}

test.each(['/', '/settings', '/history-detail/7?t=12#s3', '/tabs/history?q=a//b'])(
  'clicking a notification opens its page: %s',
  async path => {
    expect(await openedBy(path)).toBe(path)
  },
)

test.each([
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/%2E%2E//evil.example',
  '/.\\/evil.example',
  '/.\\\\evil.example',
  '/.\t//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'https://recaps.example//evil.example',
  'https:evil.example',
  'blob:https://recaps.example/x',
  'javascript:alert(1)',
  'data:text/html,x',
  '',
  null,
  7,
])('clicking a notification never opens another site: %j', async path => {
  const opened = await openedBy(path)
  expect(opened).toMatch(/^\/(?![/\\])/)
  expect(new URL(opened!, 'https://recaps.example').href).toMatch(/^https:\/\/recaps\.example\/(?!\/)/)
})
