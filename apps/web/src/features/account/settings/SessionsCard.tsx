import type { SessionInfo } from '@recaps/contract'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { PartFailed } from '../../../ui/PartFailed.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { formatDayAndTime } from '../../../ui/time.ts'
import { useFocusNextRow } from '../../../ui/useFocusNextRow.ts'
import { useEndSession, useSessions } from './queries.ts'
import { texts } from './texts.ts'

const sessionTexts = texts.sessions

/** Lists every logged-in device. All but this one can be logged out here. */
export function SessionsCard() {
  const sessions = useSessions()
  const end = useEndSession()
  const noteFocus = useFocusNextRow()
  return (
    <Card title={sessionTexts.title}>
      {sessions.isPending && <SessionsSkeleton />}
      {sessions.isError && !sessions.data && (
        <PartFailed query={sessions} retry={texts.failed.action} tone="warning">
          {sessionTexts.failed}
        </PartFailed>
      )}
      {sessions.data && (
        <ul className="settings__rows" aria-label={sessionTexts.title} onFocus={noteFocus}>
          {sessions.data.map(session => (
            <SessionRow
              key={session.id}
              session={session}
              isBusy={end.isPending && end.variables.id === session.id}
              onEnd={() => end.mutate(session)}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

interface RowProps {
  session: SessionInfo
  isBusy: boolean
  onEnd(): void
}

function SessionRow({ session: { device, network, seenAt, isCurrent }, isBusy, onEnd }: RowProps) {
  const name = device ?? sessionTexts.unknown
  const facts = [
    isCurrent ? sessionTexts.isCurrent : sessionTexts.lastActive(formatDayAndTime(seenAt)),
    network && sessionTexts.network(network),
  ]
  return (
    <li className="settings__row">
      <div className="settings__row-words">
        <p className="settings__row-title">{name}</p>
        <p className="settings__row-facts">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {!isCurrent && (
        <Button kind="quiet" isSmall isBusy={isBusy} aria-label={sessionTexts.endOf(name)} onClick={onEnd}>
          {sessionTexts.end}
        </Button>
      )}
    </li>
  )
}

const SessionsSkeleton = () => (
  <Skeleton label={sessionTexts.loading}>
    <div className="settings__rows">
      {[1, 2].map(row => (
        <div className="settings__row" key={row}>
          <div className="settings__row-words">
            <Bone width="9rem" />
            <Bone width="14rem" height="0.875rem" />
          </div>
        </div>
      ))}
    </div>
  </Skeleton>
)
