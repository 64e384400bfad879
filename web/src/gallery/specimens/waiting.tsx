import { LoadMore } from '#ui/load-more.tsx'
import { PosterGrid } from '#ui/poster-grid.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { ProgressRing } from '#ui/progress-ring.tsx'
import { PosterSkeleton, RowSkeleton, SquareSkeleton, TextSkeleton } from '#ui/skeleton.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { Family, Specimen, WideSpecimen } from '../specimen.tsx'

export function WaitingSpecimens() {
  return (
    <Family name="Waiting">
      <WideSpecimen name="Progress">
        <div className="flex flex-col gap-4">
          <ProgressBar label="Import" share={0} />
          <ProgressBar label="Import" share={0.43} tone="info" />
          <ProgressBar label="Import" share={1} tone="ok" />
          <ProgressBar label="Import, length unknown" />
        </div>
      </WideSpecimen>
      <Specimen name="Ring and spinner">
        <ProgressRing label="Download" share={0.25} className="size-8" />
        <ProgressRing label="Download" share={0.75} className="size-12" />
        <Spinner />
      </Specimen>
      <WideSpecimen name="Skeletons">
        <PosterGrid>
          {Array.from({ length: 4 }, (_, at) => (
            <PosterSkeleton key={at} />
          ))}
        </PosterGrid>
        <SquareSkeleton />
        <RowSkeleton />
        <TextSkeleton />
      </WideSpecimen>
      <WideSpecimen name="Load more">
        <LoadMore shown={40} total={1204} loading={false} onMore={() => undefined} />
        <LoadMore shown={40} total={1204} loading onMore={() => undefined} />
      </WideSpecimen>
    </Family>
  )
}
