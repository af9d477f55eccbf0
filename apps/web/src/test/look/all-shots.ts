import { pages, pagesToPreload } from '../../app/pages.ts'
import { accountShots } from './account-shots.ts'
import { askShots } from './ask-shots.ts'
import { authShots } from './auth-shots.ts'
import { detailShots } from './detail-shots.ts'
import { frameShots } from './frame-shots.ts'
import { generateShots } from './generate-shots.ts'
import { hardShots } from './hard-shots.ts'
import { historyShots } from './history-shots.ts'
import { planShots } from './plan-shots.ts'
import { playerShots } from './player-shots.ts'
import { popularShots } from './popular-shots.ts'
import { publicShots } from './public-shots.ts'
import { scheduleShots } from './schedule-shots.ts'
import type { Shot } from './shot.ts'

/** All screenshots of the app, in the order of the index. */
export const allShots: readonly Shot[] = [
  ...authShots,
  ...accountShots,
  ...publicShots,
  ...planShots,
  ...generateShots,
  ...historyShots,
  ...detailShots,
  ...askShots,
  ...popularShots,
  ...scheduleShots,
  ...playerShots,
  ...frameShots,
  ...hardShots,
]

export type PageName = keyof typeof pages

/** The page that a screenshot shows; `shell` if the path has no page of its own. */
export function pageOfShot({ path, isSignedOut }: Shot): PageName {
  const load = pagesToPreload(path, !isSignedOut).at(-1) ?? pages.notFound
  return (Object.keys(pages) as PageName[]).find(name => pages[name] === load)!
}
