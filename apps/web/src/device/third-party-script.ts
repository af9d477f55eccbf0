import { deferred } from './deferred.ts'

const timeoutMs = 20_000

/** Trusted Types policy. The CSP allows script URLs only from policies with this name, and only from the hosts it lists. */
let policy: { createScriptURL(url: string): string } | undefined
const trusted = (url: string): string => {
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy(name: string, rules: object): NonNullable<typeof policy> }
  }
  policy ??= trustedTypes?.createPolicy('payment-script', { createScriptURL: requireHttps })
  return policy ? policy.createScriptURL(url) : requireHttps(url)
}

/** Allows https URLs, and fakes on this machine. */
function requireHttps(url: string): string {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1') return url
  throw new Error(`Script URL must use https: ${url}`)
}

/** Loads and runs a third-party script. After a failure, for example by a content blocker, the next call fetches it again. */
export function loadThirdPartyScript(url: string): Promise<void> {
  const { promise, resolve, reject } = deferred()
  const script = document.createElement('script')
  const fail = () => {
    script.remove()
    reject(new Error(`Could not load script ${url}`))
  }
  const timer = setTimeout(fail, timeoutMs)
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
