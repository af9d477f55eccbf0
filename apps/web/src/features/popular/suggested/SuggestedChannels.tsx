import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useFollow } from '../../schedules/useFollow.ts'
import { useStoredDraft } from '../../schedules/wizard/useDraft.ts'
import { allItems } from '../../summaries/cache.ts'
import { useSummaryList } from '../../summaries/queries.ts'
import { usePopular } from '../queries.ts'
import { type SuggestedChannel, suggestedChannels } from './model.ts'
import { texts } from './texts.ts'
import './suggested.css'

/** Up to three channels to start a schedule with. Renders nothing while loading or without suggestions. */
export default function SuggestedChannels() {
  const own = useSummaryList()
  const popular = usePopular('month', false)
  const [draft] = useStoredDraft()
  if (own.isPending || popular.isPending) return null
  const chosen = draft?.channels.map(({ id }) => id) ?? []
  const suggested = suggestedChannels(allItems(own.data), allItems(popular.data), chosen)
  if (suggested.length === 0) return null
  return (
    <Card title={texts.title}>
      <ul className="suggested">
        {suggested.map(channel => (
          <SuggestedRow key={channel.channelId} suggested={channel} />
        ))}
      </ul>
    </Card>
  )
}

/** Follow opens the schedule wizard with the channel selected. */
function SuggestedRow({ suggested }: { suggested: SuggestedChannel }) {
  const { channel, ownSummaries } = suggested
  const follow = useFollow(null, suggested, () => {})
  return (
    <li className="suggested__one">
      <Avatar src={null} initials={([...channel.trim()][0] ?? '?').toUpperCase()} />
      <div className="suggested__words">
        <p className="suggested__title clip-lines" dir="auto">
          {channel}
        </p>
        <p className="suggested__why">{ownSummaries > 0 ? texts.ownSummaries(ownSummaries) : texts.popular}</p>
      </div>
      <Button
        isSmall
        icon="plus"
        aria-label={texts.followOne(channel)}
        isBusy={follow.isPending}
        onClick={() => follow.mutate()}
      >
        {texts.follow}
      </Button>
    </li>
  )
}
