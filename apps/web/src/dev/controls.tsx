import { Actions } from '../ui/actions/Actions.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { Choice } from '../ui/Choice.tsx'
import { Icon, iconNames } from '../ui/Icon.tsx'
import { Switch } from '../ui/Switch.tsx'
import type { Specimen } from './specimen.ts'
import { WithState } from './WithState.tsx'

const sizes = ['short', 'standard', 'detailed'] as const
const lengths = sizes.map(value => ({ value, label: value[0]!.toUpperCase() + value.slice(1) }))
const actions = [
  { label: 'Play next', icon: 'queue', onSelect() {} },
  { label: 'Chosen', icon: 'check', isChosen: true, onSelect() {} },
  { label: 'Delete', icon: 'trash', isDanger: true, onSelect() {} },
] as const

/** Buttons, choices and other controls. */
export const controls: readonly Specimen[] = [
  {
    name: 'Button',
    purpose: 'One action. At most one per view is primary.',
    states: {
      primary: <Button kind="primary">Summarize</Button>,
      secondary: <Button>Try again</Button>,
      quiet: <Button kind="quiet">Select</Button>,
      danger: <Button kind="danger">Delete</Button>,
      'with an icon': <Button icon="headphones">Listen · 6 min</Button>,
      busy: (
        <Button kind="primary" isBusy>
          Summarize
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
    purpose: 'A list of actions behind one button: a menu next to it on wide screens, a bottom sheet on phones.',
    states: {
      'menu, or sheet on a phone': (
        <Actions
          title="More actions"
          actions={actions}
          trigger={props => <IconButton icon="more" label="More actions for a video" {...props} />}
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
    purpose: 'Picks one of a few visible options.',
    states: {
      'with a hint': (
        <WithState initial="standard">
          {(value, set) => (
            <Choice label="Length" hint="For your next summaries." options={lengths} value={value} onChoose={set} />
          )}
        </WithState>
      ),
    },
  },
  {
    name: 'Switch',
    purpose: 'Turns a setting on or off immediately.',
    states: {
      off: (
        <WithState initial={false}>
          {(isOn, set) => <Switch label="News by email" isOn={isOn} onToggle={set} />}
        </WithState>
      ),
      'on, with a hint': (
        <WithState initial>
          {(isOn, set) => (
            <Switch label="Digests by email" hint="Whenever there are new videos." isOn={isOn} onToggle={set} />
          )}
        </WithState>
      ),
    },
  },
  {
    name: 'Icon',
    purpose: 'Custom icons on a 24 × 24 grid. Decorative: the surrounding control has the accessible name.',
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
