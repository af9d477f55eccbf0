import { Actions } from '../ui/actions/Actions.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { Choice } from '../ui/Choice.tsx'
import { Icon, iconNames } from '../ui/Icon.tsx'
import { Switch } from '../ui/Switch.tsx'
import { Held } from './Held.tsx'
import type { Specimen } from './specimen.ts'

const sizes = ['short', 'standard', 'detailed'] as const
const lengths = sizes.map(value => ({ value, label: value[0]!.toUpperCase() + value.slice(1) }))
const actions = [
  { label: 'Play next', icon: 'queue', onSelect() {} },
  { label: 'Chosen', icon: 'check', isChosen: true, onSelect() {} },
  { label: 'Delete', icon: 'trash', isDanger: true, onSelect() {} },
] as const

/** What is pressed. */
export const controls: readonly Specimen[] = [
  {
    name: 'Button',
    purpose: 'One action. At most one of a view is primary.',
    states: {
      primary: <Button kind="primary">Summarise</Button>,
      secondary: <Button>Try again</Button>,
      quiet: <Button kind="quiet">Select</Button>,
      danger: <Button kind="danger">Delete</Button>,
      'with an icon': <Button icon="headphones">Listen · 6 min</Button>,
      busy: (
        <Button kind="primary" isBusy>
          Summarise
        </Button>
      ),
      disabled: <Button disabled>Next</Button>,
      small: <Button isSmall>Copy</Button>,
      wide: <Button isWide>Log out</Button>,
      icon: <IconButton icon="more" label="More actions" />,
      'round icon': <IconButton icon="play" label="Play" isRound />,
      'icon disabled': <IconButton icon="next" label="Next" disabled />,
    },
  },
  {
    name: 'Actions',
    contains: ['ActionSheet', 'ActionMenu'],
    purpose:
      'A list of actions behind one button: a menu beside it on wide screens, a sheet from the bottom on phones.',
    states: {
      'menu, or sheet on a phone': (
        <Actions
          title="More actions"
          actions={actions}
          trigger={props => <IconButton icon="more" label="More actions of a video" {...props} />}
        />
      ),
      'always a sheet': (
        <Actions
          title="Playback speed"
          actions={actions}
          asSheet
          trigger={props => (
            <Button icon="timer" {...props}>
              Speed
            </Button>
          )}
        />
      ),
    },
  },
  {
    name: 'Chip',
    purpose: 'A filter that is on or off.',
    states: {
      off: (
        <Chip isOn={false} onToggle={() => {}}>
          Unread
        </Chip>
      ),
      on: (
        <Chip isOn onToggle={() => {}}>
          With audio
        </Chip>
      ),
    },
  },
  {
    name: 'Choice',
    purpose: 'One of a few, all in view.',
    states: {
      'with a hint': (
        <Held first="standard">
          {(value, set) => (
            <Choice label="Length" hint="Of your next summaries." options={lengths} value={value} onChoose={set} />
          )}
        </Held>
      ),
    },
  },
  {
    name: 'Switch',
    purpose: 'Something that is on or off, and changes at once.',
    states: {
      off: <Held first={false}>{(isOn, set) => <Switch label="Mails of news" isOn={isOn} onToggle={set} />}</Held>,
      'on, with a hint': (
        <Held first>
          {(isOn, set) => (
            <Switch label="Digest by mail" hint="After each run that brought something." isOn={isOn} onToggle={set} />
          )}
        </Held>
      ),
    },
  },
  {
    name: 'Icon',
    purpose: 'Our own drawings on a 24 × 24 grid. Decoration: the control around it carries the name.',
    states: {
      all: (
        <span className="icon-list">
          {iconNames.map(name => (
            <Icon key={name} name={name} />
          ))}
        </span>
      ),
    },
  },
]
