import { deferred } from './deferred.ts'

/** How long a script that neither comes nor fails is waited for. */
const patienceMs = 20_000

/** The content security policy lets this one name make addresses of scripts; which hosts they may lie on is said there too. */
let policy: { createScriptURL(url: string): string } | undefined
const trusted = (url: string): string => {
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy(name: string, rules: object): NonNullable<typeof policy> }
  }
  policy ??= trustedTypes?.createPolicy('payment-script', { createScriptURL: ofAService })
  return policy ? policy.createScriptURL(url) : ofAService(url)
}

/** Over https, but for a stand-in on this very machine. */
function ofAService(url: string): string {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1') return url
  throw new Error(`No script comes from ${url}`)
}

/** Runs a script of another service in this page. One that failed, as behind a content blocker, is fetched anew the next time. */
export function runForeignScript(url: string): Promise<void> {
  const { promise, resolve, reject } = deferred()
  const script = document.createElement('script')
  const fail = () => {
    script.remove()
    reject(new Error(`The script could not be loaded: ${url}`))
  }
  const timer = setTimeout(fail, patienceMs)
  script.onload = () => {
    clearTimeout(timer)
    resolve()
  }
  script.onerror = () => {
    clearTimeout(timer)
    fail()
  }
  script.async = true
  script.src = trusted(url)
  document.head.append(script)
  return promise
}
