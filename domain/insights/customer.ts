/** What those who write the reviews are called: customers, guests, patients. */
export interface Customer {
  readonly one: string;
  readonly many: string;
}
