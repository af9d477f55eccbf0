import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBoundary, Regions } from '../ui/ErrorBoundary.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { NothingHere } from '../ui/NothingHere.tsx'
import { PartFailed } from '../ui/PartFailed.tsx'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import { ShowMore } from '../ui/ShowMore.tsx'
import { Bone, Skeleton } from '../ui/Skeleton.tsx'
import { Splash } from '../ui/Splash.tsx'
import { type ToastMessage, useToast } from '../ui/Toast.tsx'
import type { Specimen } from './specimen.ts'

const action = { label: 'Undo', onPress() {} }
const empty = {
  title: 'Nothing here yet',
  text: 'Paste a link, and its summary stands here.',
  action: 'Summarize a video',
}
const nothing = { title: 'Nothing matches', text: 'No summary has these words.', action: 'Show all' }
const failed = { title: 'Your summaries could not be loaded', action: 'Try again' }
const list = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage() {} }
const part = { refetch() {}, isFetching: false }
const more = { words: { more: 'Show more', retry: 'Try again' }, sentence: 'The service does not answer.' }

/** What is said. */
export const messages: readonly Specimen[] = [
  {
    name: 'Banner',
    purpose: 'One thing the user has to know, with at most one action.',
    states: {
      info: <Banner tone="info">New summaries come on Friday.</Banner>,
      warning: (
        <Banner tone="warning" action={<Button isSmall>Send again</Button>}>
          Confirm your email address.
        </Banner>
      ),
      danger: <Banner tone="danger">The card was declined.</Banner>,
      success: <Banner tone="success">Your plan is active.</Banner>,
    },
  },
  {
    name: 'Toast',
    purpose: 'What was done, for three seconds; for eight where it can be undone.',
    states: {
      plain: <Told message={{ text: 'Added to the queue' }} />,
      success: <Told message={{ text: 'Saved', tone: 'success' }} />,
      danger: <Told message={{ text: 'It could not be saved', tone: 'danger' }} />,
      'with an action': <Told message={{ text: 'Deleted', action }} />,
    },
  },
  {
    name: 'EmptyState',
    purpose: 'What a screen says when it has nothing to show: one sentence of why and one action.',
    states: {
      'with an action': (
        <EmptyState icon="calendar" title="Follow channels" action={<Button kind="primary">Choose channels</Button>}>
          Their new videos come to you as summaries.
        </EmptyState>
      ),
    },
  },
  {
    name: 'NothingHere',
    purpose: 'What a list says when there is nothing in it.',
    states: {
      'nothing yet': <NothingHere icon="library" words={empty} to="/tabs/summarize" />,
      'nothing found': <NothingHere icon="search" words={nothing} to="?" />,
    },
  },
  {
    name: 'LoadFailed',
    purpose: 'What a screen says when what it shows could not be loaded.',
    states: {
      failed: <LoadFailed words={failed} sentence="The service does not answer." onRetry={() => {}} />,
    },
  },
  {
    name: 'PartFailed',
    purpose: 'What stands in place of a part of a screen that failed: the rest goes on.',
    states: {
      danger: (
        <PartFailed of={part} retry="Try again">
          The service does not answer.
        </PartFailed>
      ),
      warning: (
        <PartFailed of={part} retry="Try again" tone="warning">
          The service does not answer.
        </PartFailed>
      ),
      'asked again': (
        <PartFailed of={{ ...part, isFetching: true }} retry="Try again">
          The service does not answer.
        </PartFailed>
      ),
    },
  },
  {
    name: 'ShowMore',
    purpose: 'The rest of a list, page by page; what could not be read is told of, and asked for again.',
    states: {
      more: <ShowMore {...more} list={list} />,
      loading: <ShowMore {...more} list={{ ...list, isFetchingNextPage: true }} />,
      failed: <ShowMore {...more} list={{ ...list, isFetchNextPageError: true }} />,
    },
  },
  {
    name: 'ErrorBoundary',
    purpose: 'Keeps a fault in one region from taking the page along.',
    states: {
      failed: (
        <ErrorBoundary name="exhibit">
          <Broken />
        </ErrorBoundary>
      ),
      'one of two parts': (
        <Regions name="exhibit">
          <p>This part is whole.</p>
          <Broken />
        </Regions>
      ),
    },
  },
  {
    name: 'ProgressBar',
    purpose: 'How far a piece of work is.',
    states: {
      nothing: <ProgressBar fraction={0} label="Read" />,
      half: <ProgressBar fraction={0.5} label="Read" />,
      all: <ProgressBar fraction={1} label="Read" />,
      unknown: <ProgressBar fraction={null} label="Working" />,
    },
  },
  {
    name: 'Skeleton',
    purpose: 'The shape of what is on its way; unseen for the first 150 ms.',
    states: {
      loading: (
        <Skeleton label="Loading">
          <Bone width="80%" /> <Bone width="95%" height="0.875rem" />
        </Skeleton>
      ),
    },
  },
  {
    name: 'Splash',
    contains: ['Redirect'],
    purpose:
      'Stands for a page whose code is on its way, also where one page leads on to another; unseen for the first 150 ms.',
    states: { loading: <Splash /> },
  },
]

function Told({ message }: { message: ToastMessage }) {
  const toast = useToast()
  return <Button onClick={() => toast(message)}>Show</Button>
}

function Broken(): never {
  throw new Error('This one is broken on purpose')
}
