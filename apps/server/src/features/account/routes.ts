import { account as contract } from '@recaps/contract/account'
import type { Limits } from '../../http/limits.ts'
import type { Router } from '../../http/router.ts'
import { serveStoredFile } from '../../http/stored-file.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Account } from './service.ts'

export function bindAccount(
  { app, bind }: Router,
  account: Account,
  { limits, storage }: { limits: Limits; storage: Storage },
): void {
  bind(contract.export, (_, { session }) => account.export(session))

  bind(contract.requestExport, async (_, { session, network }) => {
    await limits.take('export', String(session.userId))
    const { export: started, isNew } = await account.requestExport(session, network)
    return { status: isNew ? 202 : 200, body: started }
  })

  bind(contract.delete, async ({ body }, { session, network }) => {
    await account.delete(session, body, network)
    return undefined
  })

  app.on(['GET', 'HEAD'], '/exports/:exportId/:file', async c => {
    const { session = '', expires = '', signature = '' } = c.req.query()
    const { file, readyAt } = await account.exportFile({ ...c.req.param(), session, expires, signature })
    return await serveStoredFile(c, storage, file, {
      contentType: 'application/zip',
      caching: 'private, no-store',
      fileName: `export-${readyAt.toISOString().slice(0, 10)}.zip`,
    })
  })
}
