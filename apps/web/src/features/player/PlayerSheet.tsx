import { Link } from 'react-router'
import { withHaptics } from '../../device/haptics.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Thumbnail } from '../../ui/Thumbnail.tsx'
import { formatMinutesAndSeconds } from '../../ui/time.ts'
import { PlayButton } from './PlayButton.tsx'
import { usePlayer, usePlayerState } from './PlayerContext.tsx'
import { QueueList } from './QueueList.tsx'
import { SeekBar, useTrackDuration } from './SeekBar.tsx'
import { SkipIcon } from './SkipIcon.tsx'
import { SleepButton } from './SleepButton.tsx'
import { SpeedButton } from './SpeedButton.tsx'
import { texts } from './texts.ts'
import { summaryPath } from './track.ts'
import { useClearQueue } from './useClearQueue.ts'
import { useCurrentTrack } from './useCurrentTrack.ts'
import './player-sheet.css'

const skipMs = 15_000

/** The full-size player: skip by 15 s, queue, speed and sleep timer. */
export default function PlayerSheet({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const player = usePlayer()
  const { close } = useClearQueue()
  const track = useCurrentTrack()
  const hasNext = usePlayerState(state => state.queue.length > 1)
  if (!track) return null
  return (
    <Dialog kind="sheet" label={texts.player} isOpen={isOpen} onClose={onClose}>
      <div className="player-sheet" data-shortcut-target="player">
        <div className="player-sheet__top">
          <IconButton icon="chevron" label={texts.collapse} onClick={onClose} />
          <IconButton icon="close" label={texts.close} onClick={withHaptics(close)} />
        </div>
        <Link
          className="player-sheet__picture"
          to={summaryPath(track)}
          aria-label={texts.open(track.title)}
          onClick={onClose}
        >
          <Thumbnail src={track.thumbnailUrl} isEager />
        </Link>
        <div className="player-sheet__words">
          <p className="player-sheet__title clip-lines" dir="auto">
            {track.title}
          </p>
          <p className="player-sheet__channel clip" dir="auto">
            {track.channel}
          </p>
        </div>
        <div className="player-sheet__seek">
          <SeekBar />
          <Times />
        </div>
        <div className="player-sheet__controls">
          <IconButton icon="previous" label={texts.previous} onClick={withHaptics(player.previous)} />
          <button
            type="button"
            className="player-button"
            aria-label={texts.back15}
            onClick={withHaptics(() => player.skip(-skipMs))}
          >
            <SkipIcon direction="back" />
          </button>
          <PlayButton />
          <button
            type="button"
            className="player-button"
            aria-label={texts.forward15}
            onClick={withHaptics(() => player.skip(skipMs))}
          >
            <SkipIcon direction="forward" />
          </button>
          <IconButton icon="next" label={texts.next} disabled={!hasNext} onClick={withHaptics(player.next)} />
        </div>
        <div className="player-sheet__extras">
          <SpeedButton />
          <SleepButton />
        </div>
        <QueueList />
      </div>
    </Dialog>
  )
}

function Times() {
  const time = usePlayerState(state => formatMinutesAndSeconds(state.timeMs))
  const duration = formatMinutesAndSeconds(useTrackDuration())
  return (
    <p className="player-sheet__times">
      <span>{time}</span>
      <span>{duration}</span>
    </p>
  )
}
