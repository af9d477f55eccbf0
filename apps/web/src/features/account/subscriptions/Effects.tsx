import type { ChangePreview } from '@recaps/contract'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { texts } from './texts.ts'

const words = texts.change

/** What becomes of channels, schedule and month. */
export function Effects({ preview: { kind, effects } }: { preview: ChangePreview }) {
  const { waitingChannels, isFrequencyPaused, summariesLeft, readsLeft, aiInteraction } = effects
  const rows: [IconName, string | false][] = [
    ['clock', waitingChannels > 0 && words.waits(waitingChannels)],
    ['clock', isFrequencyPaused && words.rests],
    [aiInteraction === 'lost' ? 'close' : 'check', aiInteraction !== null && words.asking[aiInteraction]],
    // What is left of a month that the change does not touch says nothing.
    ['check', kind === 'upgrade' && words.left(summariesLeft, readsLeft)],
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
