/** The sign of the product. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d="M3 4h18v7c0 5-4 8.5-9 10-5-1.5-9-5-9-10z" fill="none" stroke="currentColor" stroke-width="2.2" />
      <path
        d="M7.5 9l2.2 6L12 10.5 14.3 15l2.2-6"
        fill="none"
        stroke="currentColor"
        stroke-width="2"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
