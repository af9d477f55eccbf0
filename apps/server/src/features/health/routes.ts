import type { IdentityProvider } from '@recaps/contract/auth'
import { health as contract, type Installation, type MailDelivery } from '@recaps/contract/health'
import { apiVersion } from '@recaps/contract/routes'
import { AppError } from '../../errors.ts'
import type { Router } from '../../http/router.ts'

export interface HealthDeps {
  /** Rejects when the database does not answer in time. */
  pingDatabase(): Promise<void>
  productName: string
  appVersion: string
  demo: boolean
  sendsMail: boolean
  /** Whether the operator can read mails at `/dev/outbox`. */
  hasOutboxPage: boolean
  /** Whether a transcription engine is configured. */
  hasTranscriber: boolean
  isStopping(): boolean
  /** Facts that are also embedded in every page of the web app. */
  facts: Installation
  nativeSignIns: readonly IdentityProvider[]
}

export function bindHealth({ bind }: Router, deps: HealthDeps): void {
  bind(contract.status, async () => {
    if (deps.isStopping()) throw new AppError('unavailable')
    await deps.pingDatabase()
    return { status: 'ok' as const }
  })
  bind(contract.version, async () => ({
    version: apiVersion,
    app: deps.appVersion,
    product: `YouTube ${deps.productName}`,
    demo: deps.demo,
    mail: mailWay(deps),
    listens: deps.hasTranscriber,
  }))
  bind(contract.installation, async () => ({ ...deps.facts, 'native-sign-in': deps.nativeSignIns.join(' ') }))
}

function mailWay({ sendsMail, hasOutboxPage }: HealthDeps): MailDelivery {
  if (sendsMail) return 'sent'
  return hasOutboxPage ? 'outbox' : 'folder'
}
