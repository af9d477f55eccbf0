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
  text: 'Paste a link, and its summary appears here.',
  action: 'Summarize a video',
}
const nothing = { title: 'Nothing matches', text: 'No summary contains these words.', action: 'Show all' }
const failed = { title: 'Couldn’t load your summaries', action: 'Try again' }
const list = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false, fetchNextPage() {} }
const part = { refetch() {}, isFetching: false }
const more = { texts: { more: 'Show more', retry: 'Try again' }, sentence: 'Couldn’t reach the service.' }

/** Messages and states: banners, toasts, errors, loading. */
export const messages: readonly Specimen[] = [
  {
    name: 'Banner',
    purpose: 'One message that the user needs to see, with at most one action.',
    states: {
      info: <Banner tone="info">Your next digest comes on Friday.</Banner>,
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
    purpose: 'Confirms an action for three seconds, or for eight with Undo.',
    states: {
      plain: <ToastButton message={{ text: 'Added to the queue' }} />,
      success: <ToastButton message={{ text: 'Saved', tone: 'success' }} />,
      danger: <ToastButton message={{ text: 'Couldn’t save this', tone: 'danger' }} />,
      'with an action': <ToastButton message={{ text: 'Deleted', action }} />,
    },
  },
  {
    name: 'EmptyState',
    purpose: 'Shown when a screen is empty: one sentence that says why, and one action.',
    states: {
      'with an action': (
        <EmptyState icon="calendar" title="Follow channels" action={<Button kind="primary">Choose channels</Button>}>
          Get summaries of their new videos.
        </EmptyState>
      ),
    },
  },
  {
    name: 'NothingHere',
    purpose: 'Shown when a list or a search has no results, with a link to what to do next.',
    states: {
      'nothing yet': <NothingHere icon="library" texts={empty} to="/tabs/summarize" />,
      'nothing found': <NothingHere icon="search" texts={nothing} to="?" />,
    },
  },
  {
    name: 'LoadFailed',
    purpose: 'Shown when the content of a screen could not be loaded.',
    states: {
      failed: <LoadFailed texts={failed} sentence="Couldn’t reach the service." onRetry={() => {}} />,
    },
  },
  {
    name: 'PartFailed',
    purpose: 'Replaces a part of a screen that failed to load. The rest keeps working.',
    states: {
      danger: (
        <PartFailed query={part} retry="Try again">
          Couldn’t reach the service.
        </PartFailed>
      ),
      warning: (
        <PartFailed query={part} retry="Try again" tone="warning">
          Couldn’t reach the service.
        </PartFailed>
      ),
      retrying: (
        <PartFailed query={{ ...part, isFetching: true }} retry="Try again">
          Couldn’t reach the service.
        </PartFailed>
      ),
    },
  },
  {
    name: 'ShowMore',
    purpose: 'Loads the next page of a list. If that fails, it shows the error and a retry button.',
    states: {
      more: <ShowMore {...more} list={list} />,
      loading: <ShowMore {...more} list={{ ...list, isFetchingNextPage: true }} />,
      failed: <ShowMore {...more} list={{ ...list, isFetchNextPageError: true }} />,
    },
  },
  {
    name: 'ErrorBoundary',
    purpose: 'Keeps an error in one region from breaking the whole page.',
    states: {
      failed: (
        <ErrorBoundary name="exhibit">
          <Broken />
        </ErrorBoundary>
      ),
      'one of two parts': (
        <Regions name="exhibit">
          <p>This part works.</p>
          <Broken />
        </Regions>
      ),
    },
  },
  {
    name: 'ProgressBar',
    purpose: 'Shows the progress of a task.',
    states: {
      nothing: <ProgressBar fraction={0} label="Read" />,
      half: <ProgressBar fraction={0.5} label="Read" />,
      all: <ProgressBar fraction={1} label="Read" />,
      unknown: <ProgressBar fraction={null} label="Working" />,
    },
  },
  {
    name: 'Skeleton',
    purpose: 'A placeholder for content that is loading. Hidden for the first 150 ms.',
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
    purpose: 'Shown while the code of a page loads or a redirect happens. Hidden for the first 150 ms.',
    states: { loading: <Splash /> },
  },
]

function ToastButton({ message }: { message: ToastMessage }) {
  const toast = useToast()
  return <Button onClick={() => toast(message)}>Show</Button>
}

function Broken(): never {
  throw new Error('This component throws on purpose.')
}
