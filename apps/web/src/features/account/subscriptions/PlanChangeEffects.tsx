import type { ChangePreview } from '@recaps/contract'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { texts } from './texts.ts'

const changeTexts = texts.change

export function PlanChangeEffects({ preview: { kind, effects } }: { preview: ChangePreview }) {
  const { waitingChannels, isFrequencyPaused, summariesLeft, readsLeft, aiInteraction } = effects
  const rows: [IconName, string | false][] = [
    ['clock', waitingChannels > 0 && changeTexts.pausedChannels(waitingChannels)],
    ['clock', isFrequencyPaused && changeTexts.pausedSchedule],
    [aiInteraction === 'lost' ? 'close' : 'check', aiInteraction !== null && changeTexts.aiInteraction[aiInteraction]],
    // Only an upgrade changes this month's quota.
    ['check', kind === 'upgrade' && changeTexts.left(summariesLeft, readsLeft)],
  ]
  return (
    <ul className="plan-effects">
      {rows.map(
        ([icon, text]) =>
          text && (
            <li key={text}>
              <Icon name={icon} />
              <span>{text}</span>
            </li>
          ),
      )}
    </ul>
  )
}
