import Clapperboard from 'lucide-react/icons/clapperboard'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyPosters } from '#ui/empty-posters.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast-store.ts'
import { Family, Specimen } from '../specimen.tsx'

const TONES: readonly Tone[] = ['neutral', 'accent', 'ok', 'info', 'warn', 'danger']

export function FeedbackSpecimens() {
  return (
    <Family name="Feedback">
      <Specimen name="Badges">
        {TONES.map(tone => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
        <Badge tone="accent" icon={<ShieldCheck aria-hidden />}>
          Admin
        </Badge>
      </Specimen>
      <Notice>Libraries are read every night.</Notice>
      <Notice tone="ok" title="Connected">
        Radarr 6.2 answered in 40 ms.
      </Notice>
      <Notice tone="warn" action={<Button size="sm">Replace key</Button>}>
        The key expires in three days.
      </Notice>
      <Notice tone="danger" title="Sonarr did not answer">
        Your request is saved; we try again at 14:05.
      </Notice>
      <Specimen name="Toasts">
        <Button onClick={() => toast('Saved.', { tone: 'ok' })}>Save</Button>
        <Button
          onClick={() =>
            toast('Request withdrawn.', { action: { label: 'Undo', run: () => toast('Request restored.') } })
          }
        >
          With an action
        </Button>
        <Button onClick={() => toast('Foyer did not answer. Nothing was lost.', { tone: 'danger' })}>
          Failure
        </Button>
      </Specimen>
      <EmptyState
        icon={<Clapperboard />}
        title="No requests yet"
        action={<Button variant="primary">Find something to request</Button>}
      >
        What you ask for shows up here, with where it stands.
      </EmptyState>
      <EmptyState art={<EmptyPosters />} title="Nothing is connected yet">
        This page fills from your library managers and media servers.
      </EmptyState>
      <ErrorState onRetry={() => undefined} />
      <ErrorState compact title="Trending could not be loaded" onRetry={() => undefined}>
        TMDB did not answer. The rest of the page is fine.
      </ErrorState>
      <ErrorState compact retrying onRetry={() => undefined} />
    </Family>
  )
}
