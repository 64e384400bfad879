import type { ServiceType } from '@foyer/contract/instances/instance-types'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RowLink, RowList } from '#ui/row-link.tsx'
import { ProductMark } from '#lib/product-mark.tsx'
import { KINDS, PRODUCTS, typesOf } from '../products.ts'

const Row = createLink(RowLink)

/** The first step of adding an instance: which product. */
export function ProductPicker() {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      {KINDS.map(kind => (
        <section key={kind} className="flex flex-col gap-3">
          <h2 className="text-base font-semibold">{t(`instances.kind.${kind}`)}</h2>
          <RowList>
            {typesOf(kind).map(type => (
              <li key={type}>
                <Row
                  to="/instances/new/$type"
                  params={{ type }}
                  mark={<ProductMark type={type} />}
                  title={PRODUCTS[type].name}
                  text={t(`instances.about.${type}`)}
                />
              </li>
            ))}
          </RowList>
        </section>
      ))}
    </div>
  )
}

interface ProductButtonsProps {
  types: readonly ServiceType[]
  onChoose: (type: ServiceType) => void
}

/** The same choice inline, for the wizard. */
export function ProductButtons({ types, onChoose }: ProductButtonsProps) {
  const { t } = useTranslation()
  return (
    <RowList>
      {types.map(type => (
        <li key={type}>
          <button
            type="button"
            onClick={() => onChoose(type)}
            className="flex min-h-16 w-full items-center gap-4 px-4 py-3 text-start transition-colors -outline-offset-2 hover:bg-raised/60 sm:px-5"
          >
            <ProductMark type={type} />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="font-medium">{t('instances.form.add', { product: PRODUCTS[type].name })}</span>
              <span className="text-sm text-muted">{t(`instances.about.${type}`)}</span>
            </span>
          </button>
        </li>
      ))}
    </RowList>
  )
}
