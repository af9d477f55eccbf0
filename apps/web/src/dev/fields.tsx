import { IconButton } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextAreaField } from '../ui/TextAreaField.tsx'
import type { Specimen } from './specimen.ts'
import { WithState } from './WithState.tsx'

const zones = ['Europe/Rome', 'Asia/Tokyo'].map(value => ({ value, label: value }))

/** Form fields. */
export const fields: readonly Specimen[] = [
  {
    name: 'Field',
    contains: ['FieldFrame'],
    purpose: 'A single-line text field, with its label above and its error and hint below.',
    states: {
      empty: <Field label="Email" />,
      filled: <Field label="Email" defaultValue="ada@example.com" />,
      hint: <Field label="Password" type="password" hint="At least 8 characters." />,
      error: <Field label="Email" defaultValue="ada@" error="Please enter a valid email" />,
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
    purpose: 'A multi-line text field.',
    states: {
      empty: <TextAreaField label="Message" rows={3} />,
      error: <TextAreaField label="Message" rows={3} error="Please enter a message" />,
      disabled: <TextAreaField label="Message" rows={3} defaultValue="Sent." disabled />,
    },
  },
  {
    name: 'SelectField',
    purpose: 'Picks one of many options, in the browser’s native list.',
    states: {
      filled: <SelectField label="Time zone" options={zones} defaultValue="Europe/Rome" />,
      'hint and error': (
        <SelectField
          label="Time zone"
          options={zones}
          hint="Your schedule uses this time zone."
          error="Unknown time zone."
        />
      ),
      disabled: <SelectField label="Time zone" options={zones} disabled />,
    },
  },
  {
    name: 'SearchBox',
    purpose: 'A search field. The / key focuses it.',
    states: {
      empty: <SearchBox label="Search your summaries" clearLabel="Clear" text="" onText={() => {}} />,
      filled: (
        <WithState initial="bridges">
          {(text, set) => <SearchBox label="Search your summaries" clearLabel="Clear" text={text} onText={set} />}
        </WithState>
      ),
    },
  },
]
