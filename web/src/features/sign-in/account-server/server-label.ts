import { PRODUCT_NAMES } from '#lib/product-names.ts'

interface Named {
  name: string
  service_type: 'account_server_a' | 'account_server_b'
}

/** "Den (Jellyfin)", or only the name if it already contains the product's. */
export function serverLabel({ name, service_type }: Named): string {
  const product = PRODUCT_NAMES[service_type]
  return name.toLowerCase().includes(product.toLowerCase()) ? name : `${name} (${product})`
}
