import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as firstTables from '../../migrations/0001-first-tables.ts'
import * as mailAndTokens from '../../migrations/0002-mail-and-tokens.ts'
import * as signIn from '../../migrations/0003-sign-in.ts'
import * as files from '../../migrations/0004-files.ts'
import * as schedules from '../../migrations/0005-schedules.ts'
import * as sharing from '../../migrations/0006-sharing.ts'
import * as devices from '../../migrations/0007-devices.ts'
import * as feedbackAndLimits from '../../migrations/0008-feedback-and-limits.ts'
import * as languageModels from '../../migrations/0009-language-models.ts'
import * as voices from '../../migrations/0010-voices.ts'
import * as following from '../../migrations/0011-following.ts'
import * as payments from '../../migrations/0012-payments.ts'
import * as stores from '../../migrations/0013-stores.ts'
import * as sharingUndone from '../../migrations/0014-sharing-undone.ts'
import * as schedulesUndone from '../../migrations/0015-schedules-undone.ts'
import * as noticesUndone from '../../migrations/0016-notices-undone.ts'
import * as hiddenChannels from '../../migrations/0017-hidden-channels.ts'
import * as ratings from '../../migrations/0018-ratings.ts'
import * as entriesByVideo from '../../migrations/0019-entries-by-video.ts'
import * as signInsEnded from '../../migrations/0020-sign-ins-ended.ts'
import * as channelsUndone from '../../migrations/0021-channels-undone.ts'
import * as confirmedUsersCount from '../../migrations/0023-confirmed-users-count.ts'
import * as moneySpent from '../../migrations/0024-money-spent.ts'
import * as youtubeRequests from '../../migrations/0025-youtube-requests.ts'
import * as watchableSince from '../../migrations/0026-watchable-since.ts'
import * as search from '../../migrations/0027-search.ts'
import * as missingIndexes from '../../migrations/0028-missing-indexes.ts'
import * as storedObjects from '../../migrations/0029-stored-objects.ts'
import { StartupError } from '../errors.ts'
import type { Db } from './open.ts'

const migrations = {
  '0001-first-tables': firstTables,
  '0002-mail-and-tokens': mailAndTokens,
  '0003-sign-in': signIn,
  '0004-files': files,
  '0005-schedules': schedules,
  '0006-sharing': sharing,
  '0007-devices': devices,
  '0008-feedback-and-limits': feedbackAndLimits,
  '0009-language-models': languageModels,
  '0010-voices': voices,
  '0011-following': following,
  '0012-payments': payments,
  '0013-stores': stores,
  '0014-sharing-undone': sharingUndone,
  '0015-schedules-undone': schedulesUndone,
  '0016-notices-undone': noticesUndone,
  '0017-hidden-channels': hiddenChannels,
  '0018-ratings': ratings,
  '0019-entries-by-video': entriesByVideo,
  '0020-sign-ins-ended': signInsEnded,
  '0021-channels-undone': channelsUndone,
  '0023-confirmed-users-count': confirmedUsersCount,
  '0024-money-spent': moneySpent,
  '0025-youtube-requests': youtubeRequests,
  '0026-watchable-since': watchableSince,
  '0027-search': search,
  '0028-missing-indexes': missingIndexes,
  '0029-stored-objects': storedObjects,
}

/** Applies all pending migrations, forward only. Throws `StartupError` if a newer version has migrated the database. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const known = new Set(Object.keys(migrations))
  const newer = (await appliedMigrations(db)).filter(name => !known.has(name))
  if (newer.length > 0)
    throw new StartupError(
      `A newer version of this program has migrated the database (${newer.join(', ')}). Start that version, or restore a backup.`,
    )
  const { error, results } = await migrator.migrateToLatest()
  const failed = results?.find(result => result.status === 'Error')
  if (error) throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error })
}

async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  )
  if (!rows[0]?.there) return []
  const names = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return names.rows.map(row => row.name)
}
