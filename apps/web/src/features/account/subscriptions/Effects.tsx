import type { ChangePreview } from '@recaps/contract'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { texts } from './texts.ts'

const changeTexts = texts.change

export function Effects({ preview: { kind, effects } }: { preview: ChangePreview }) {
  const { waitingChannels, isFrequencyPaused, summariesLeft, readsLeft, aiInteraction } = effects
  const rows: [IconName, string | false][] = [
    ['clock', waitingChannels > 0 && changeTexts.waits(waitingChannels)],
    ['clock', isFrequencyPaused && changeTexts.rests],
    [aiInteraction === 'lost' ? 'close' : 'check', aiInteraction !== null && changeTexts.asking[aiInteraction]],
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
