"""Building drawn boards, and the TypeScript types of the views that they draw."""
