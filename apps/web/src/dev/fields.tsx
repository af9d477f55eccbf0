import { IconButton } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextAreaField } from '../ui/TextAreaField.tsx'
import { Held } from './Held.tsx'
import type { Specimen } from './specimen.ts'

const zones = ['Europe/Rome', 'Asia/Tokyo'].map(value => ({ value, label: value }))

/** What is typed into. */
export const fields: readonly Specimen[] = [
  {
    name: 'Field',
    contains: ['FieldFrame'],
    purpose: 'One line of text: its label above, what is wrong and what helps below.',
    states: {
      empty: <Field label="Email" />,
      filled: <Field label="Email" defaultValue="ada@example.com" />,
      hint: <Field label="Password" type="password" hint="At least eight characters." />,
      error: <Field label="Email" defaultValue="ada@" error="That is not an email address." />,
      disabled: <Field label="Email" defaultValue="ada@example.com" disabled />,
      'with a control': (
        <Field
          label="Password"
          type="password"
          defaultValue="seven words"
          trailing={<IconButton icon="eye" label="Show password" />}
        />
      ),
    },
  },
  {
    name: 'TextAreaField',
    purpose: 'A text of several lines.',
    states: {
      empty: <TextAreaField label="Message" rows={3} />,
      error: <TextAreaField label="Message" rows={3} error="Write what it is about." />,
      disabled: <TextAreaField label="Message" rows={3} defaultValue="Sent." disabled />,
    },
  },
  {
    name: 'SelectField',
    purpose: 'One of many, in the browser’s own list.',
    states: {
      filled: <SelectField label="Time zone" options={zones} defaultValue="Europe/Rome" />,
      'hint and error': (
        <SelectField label="Time zone" options={zones} hint="Runs keep to it." error="That zone is not known." />
      ),
      disabled: <SelectField label="Time zone" options={zones} disabled />,
    },
  },
  {
    name: 'SearchBox',
    purpose: 'A search field; the key / finds it.',
    states: {
      empty: <SearchBox label="Search your summaries" clearLabel="Clear" text="" onText={() => {}} />,
      filled: (
        <Held first="bridges">
          {(text, set) => <SearchBox label="Search your summaries" clearLabel="Clear" text={text} onText={set} />}
        </Held>
      ),
    },
  },
]
