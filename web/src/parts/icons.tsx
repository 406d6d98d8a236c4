// The page's icons, 20 by 20 units in size, drawn in the colour of the text.
import type { ComponentChildren } from "preact";

function icon(children: ComponentChildren) {
  return () => (
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">
      {children}
    </svg>
  );
}

export const Icons = {
  undo: icon(<path d="M7.5 4.5 3.5 8.5l4 4M3.5 8.5h8a4.5 4.5 0 0 1 0 9H9" />),
  redo: icon(<path d="m12.5 4.5 4 4-4 4M16.5 8.500h-8a4.5 4.5 0 0 0 0 9H11" />),
  open: icon(<path d="M2.5 5.500a1 1 0 0 1 1-1h4l2 2h7a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1z" />),
  drafts: icon(<path d="M6.5 3.500h7l3 3v10h-10zM6.5 6.500h-3v10h7M9.5 9.500h4M9.5 12.500h4" />),
  share: icon(<path d="M10 12.500v-9M6.5 6.5 10 3l3.5 3.500M4 10.500v6h12v-6" />),
  settings: icon(<path d="M3 6h7.500M15 6h2M3 14h2M9.5 14H17M10.5 6a2.2 2.2 0 1 0 4.4 0 2.2 2.2 0 1 0-4.4 0M5 14a2.2 2.2 0 1 0 4.4 0 2.2 2.2 0 1 0-4.4 0" />),
  help: icon(<path d="M3 10a7 7 0 1 0 14 0 7 7 0 1 0-14 0M8 8.200a2 2 0 1 1 2.800 1.800c-.6.3-.8.7-.8 1.300M10 13.600v.1" />),
  close: icon(<path d="m5 5 10 10M15 5 5 15" />),
  erase: icon(<path d="M8 4.500h8.500v11H8L3 10zM10 8l4 4M14 8l-4 4" />),
  enter: icon(<path d="M16 4.500v5a2 2 0 0 1-2 2H4.500M8 8l-3.5 3.500L8 15" />),
  done: icon(<path d="m4 10.5 4 4 8-9" />),
  search: icon(<path d="M3.5 8.500a5 5 0 1 0 10 0 5 5 0 1 0-10 0M12.5 12.500l4 4" />),
  star: icon(<path d="m10 3 2.1 4.5 4.9.6-3.6 3.3 1 4.900L10 13.900l-4.4 2.4 1-4.900L3 8.100l4.9-.600z" />),
  plus: icon(<path d="M10 4v12M4 10h12" />),
  copy: icon(<path d="M7 7h9.500v9.500H7zM13 7V3.500H3.500V13H7" />),
  trash: icon(<path d="M4 5.500h12M8 5.500v-2h4v2M5.5 5.500l.7 11h7.600l.7-11" />),
  pencil: icon(<path d="m4 16 .8-3.5 8.7-8.700a1.5 1.5 0 0 1 2.2 0l.5.500a1.5 1.5 0 0 1 0 2.200L7.5 15.200z" />),
  turn: icon(<path d="M4 7h11M12 4l3 3-3 3M16 13H5M8 10l-3 3 3 3" />),
  pick: icon(<path d="m5 3.5 9.5 5.5-4.2 1.2-2 4z" />),
  regions: icon(<path d="M3.5 3.500h13v13h-13zM3.5 10h4V7h5v9.500M12.5 7v-3.5" />),
  warn: icon(<path d="M10 3.5 17.5 16.500h-15zM10 8.500v3.500M10 14.300v.1" />),
  check: icon(<path d="m4.5 10.5 3.5 3.5 7.5-8" />),
  pause: icon(<path d="M7 4.500v11M13 4.500v11" />),
  play: icon(<path d="M6.500 4.500v11l9-5.500z" />),
  solve: icon(<path d="M3.500 3.500h13v13h-13zM10 3.500v13M3.500 10h13M12 13.200l1.200 1.200 2-2.500" />),
  hint: icon(<path d="M7.500 13.500a5 5 0 1 1 5 0v1.500h-5zM8.500 17.500h3" />),
  book: icon(<path d="M10 5.500c-1.500-1-3.500-1.500-6-1.500v11c2.500 0 4.500.500 6 1.500 1.500-1 3.500-1.500 6-1.500v-11c-2.500 0-4.500.500-6 1.500zM10 5.500v11" />),
  menu: icon(<path d="M3.500 6h13M3.500 10h13M3.500 14h13" />),
  several: icon(<path d="M4 4h8v8H4zM8 12v4h8V8h-4" />),
};

/** Shows a gesture as an icon, for rules that have no icon of their own. */
export function GestureIcon({ gesture }: { gesture: string }) {
  const shapes: Record<string, ComponentChildren> = {
    line: <path d="M4 15 9 10l3 2 4-7" />,
    cells: <path d="M3.5 3.500h9v6h4v7h-13z" stroke-dasharray="2 2.2" />,
    edge: <path d="M3 4.500h14v11H3zM10 4.500v3M10 12.500v3M8 10a2 2 0 1 0 4 0 2 2 0 1 0-4 0" />,
    cell: <path d="M4 4h12v12H4zM7.5 10a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0" />,
    corner: <path d="M3 10h4M13 10h4M10 3v4M10 13v4M7 10a3 3 0 1 0 6 0 3 3 0 1 0-6 0" />,
    outside: <path d="M7 5h10v12H7zM3 11h2M3 8v6" />,
    diagonal: <path d="M7 7h10v10H7zM3 3l5 5M8 5v3H5" />,
    arrow: <path d="M3 14a3 3 0 1 0 6 0 3 3 0 1 0-6 0M8.2 12 16 4.500M11.5 4.500H16V9" />,
    lists: <path d="M3 5h7M3 10h4M11 10h6M9 15h8" />,
    control: <path d="M3 10a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M10 5h7v10h-7z" />,
    grid: <path d="M3.5 3.500h13v13h-13zM3.5 8h13M3.5 12.300h13M8 3.500v13M12.3 3.500v13" />,
  };
  const Shape = icon(shapes[gesture] ?? shapes["cells"]);
  return <Shape />;
}
