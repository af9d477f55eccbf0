import { health as contract } from '@recaps/contract/health'
import { apiVersion } from '@recaps/contract/routes'
import { sql } from 'kysely'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../errors.ts'
import type { Router } from '../../http/router.ts'

export interface HealthDeps {
  db: Db
  productName: string
  appVersion: string
  demo: boolean
  isStopping(): boolean
}

export function bindHealth({ bind }: Router, deps: HealthDeps): void {
  bind(contract.status, async () => {
    if (deps.isStopping()) throw new AppError('unavailable')
    await sql`select 1`.execute(deps.db)
    return { status: 'ok' as const }
  })
  bind(contract.version, async () => ({
    version: apiVersion,
    app: deps.appVersion,
    product: `YouTube ${deps.productName}`,
    demo: deps.demo,
  }))
}
