import type { Db } from '../../database/open.ts'
import type { Trx } from '../../jobs/queue.ts'
import type { IdentityProviderName, ProvenIdentity } from '../../ports/identity.ts'

export const saveGrant = (
  trx: Trx,
  { provider, subject }: ProvenIdentity,
  { clientId, tokenSealed }: { clientId: string; tokenSealed: string },
) =>
  trx
    .updateTable('identities')
    .set({ grant_client: clientId, grant_sealed: tokenSealed })
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .execute()

export async function scheduleRevocations(trx: Trx, userId: number, now: Date): Promise<IdentityProviderName[]> {
  const grants = await trx
    .selectFrom('identities')
    .select(['provider', 'grant_client', 'grant_sealed'])
    .where('user_id', '=', userId)
    .where('grant_sealed', 'is not', null)
    .execute()
  if (grants.length > 0)
    await trx
      .insertInto('ending_grants')
      .values(
        grants.map(({ provider, grant_client, grant_sealed }) => ({
          provider,
          client_id: grant_client!,
          token_sealed: grant_sealed!,
          created_at: now,
        })),
      )
      .execute()
  return grants.map(({ provider }) => provider)
}

const batchSize = 200

export const findGrantsToRevoke = (db: Db) =>
  db.selectFrom('ending_grants').selectAll().orderBy('id').limit(batchSize).execute()

export const deleteGrantToRevoke = (db: Db, id: number) => db.deleteFrom('ending_grants').where('id', '=', id).execute()
