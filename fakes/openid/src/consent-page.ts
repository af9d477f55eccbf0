import type { Person } from './people.ts'

/** The page to choose a test person or to decline the sign-in. Works without scripts. */
export function consentPage(provider: string, action: string, people: Iterable<Person>): string {
  const choices = [...people].map(
    person => `<form method="post" action="${escaped(action)}"><button name="person" value="${escaped(person.id)}">
<strong>${escaped(`${person.givenName} ${person.familyName}`)}</strong><br>${escaped(addressOf(person))}</button></form>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${provider} (fake)</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 26rem; margin: 3rem auto; padding: 0 1rem }
button { width: 100%; margin: 0 0 .75rem; padding: .75rem 1rem; border: 1px solid; border-radius: .75rem; background: none; color: inherit; font: inherit; text-align: left }
</style></head><body><main>
<h1>Choose an account</h1>
<p>This is a fake of ${provider}. Nothing leaves this machine.</p>
${choices.join('\n')}
<form method="post" action="${escaped(action)}"><button name="decline" value="yes">Decline</button></form>
</main></body></html>`
}

const addressOf = ({ email, isEmailVerified }: Person): string =>
  email ? `${email}${isEmailVerified ? '' : ' (not verified)'}` : 'no email address'

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? '&quot;')
