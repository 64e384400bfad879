import { Avatar } from '#ui/avatar.tsx'
import { BookCard } from '#ui/book-card.tsx'
import { Button } from '#ui/button.tsx'
import { Card, SectionCard } from '#ui/card.tsx'
import { Facts } from '#ui/facts.tsx'
import { PosterCard } from '#ui/poster-card.tsx'
import { PosterGrid } from '#ui/poster-grid.tsx'
import { RowScroller } from '#ui/row-scroller.tsx'
import { Section } from '#ui/section.tsx'
import { SquareCard } from '#ui/square-card.tsx'
import { STATUSES } from '#ui/status.ts'
import { drawnPoster, TITLES } from '../posters.ts'
import { Family, Specimen, WideSpecimen } from '../specimen.tsx'

const FACTS = { share: 0.43, have: 5, total: 8 }

export function CardSpecimens() {
  return (
    <Family name="Cards">
      <WideSpecimen name="Poster grid: every status, long titles, no picture, a picture that fails">
        <PosterGrid>
          {TITLES.map((title, at) => (
            <PosterCard
              key={title}
              href="gallery"
              title={title}
              detail={String(1990 + at * 4)}
              status={STATUSES[at] ?? 'unavailable'}
              facts={FACTS}
              src={
                at === 3
                  ? undefined
                  : at === 5
                    ? 'data:image/png;base64,broken'
                    : drawnPoster(at * 47, 200, 300)
              }
              tint={at === 4 ? '#3a2d4f' : undefined}
            />
          ))}
        </PosterGrid>
      </WideSpecimen>
      <Section title="A row of posters" action={<Button size="sm">See all</Button>}>
        <RowScroller label="A row of posters">
          {Array.from({ length: 14 }, (_, at) => (
            <PosterCard
              key={at}
              href="gallery"
              title={TITLES[at % TITLES.length] ?? ''}
              detail="2026"
              status={at % 3 === 0 ? 'available' : 'unavailable'}
              src={drawnPoster(at * 31, 200, 300)}
            />
          ))}
        </RowScroller>
      </Section>
      <Section title="Albums and books">
        <RowScroller label="Albums and books" shape="square">
          {TITLES.slice(0, 3).map((title, at) => (
            <SquareCard
              key={title}
              href="gallery"
              title={title}
              detail="An artist"
              src={drawnPoster(at * 80, 200, 200)}
            />
          ))}
          {TITLES.slice(4, 7).map((title, at) => (
            <BookCard
              key={title}
              href="gallery"
              title={title}
              detail="An author"
              src={drawnPoster(at * 70, 240, 300)}
            />
          ))}
        </RowScroller>
      </Section>
      <Specimen name="Avatars">
        <Avatar name="marlene" size="sm" />
        <Avatar name="Karl Valentin" />
        <Avatar name="🎭 troupe" size="lg" />
      </Specimen>
      <SectionCard
        title="A titled part"
        text="With a sentence about it."
        action={<Button size="sm">Edit</Button>}
      >
        <Facts
          facts={[
            ['Browser', 'Firefox on Linux'],
            ['A long value', 'donaudampfschifffahrtsgesellschaftskapitaen.example.internal'],
          ]}
        />
      </SectionCard>
      <Card>A plain card.</Card>
    </Family>
  )
}
