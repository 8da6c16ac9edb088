import type { EChartsCoreOption, EChartsType } from "echarts/core";
import { useEffect, useRef } from "react";
import { useLook } from "./look";

/** Colours of the day, read from the tokens. */
export interface ChartColours {
  text: string;
  soft: string;
  line: string;
  accent: string;
  late: string;
  atRisk: string;
  surface: string;
}

interface ChartProps {
  /** What it shows, for those who do not see it; a table with the same figures stands beside it. */
  label: string;
  height: number;
  option: (colours: ChartColours) => EChartsCoreOption;
}

function colours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    text: token("text"),
    soft: token("text-soft"),
    line: token("line"),
    accent: token("accent"),
    late: token("late"),
    atRisk: token("at-risk"),
    surface: token("surface"),
  };
}

/** A chart that follows its width and the theme. */
export function Chart({ label, height, option }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const look = useLook();

  useEffect(() => {
    let chart: EChartsType | undefined;
    let gone = false;
    const resize = new ResizeObserver(() => chart?.resize());
    void import("./chart-engine").then(({ init }) => {
      if (gone || !box.current) {
        return;
      }
      chart = init(box.current);
      const day = colours();
      chart.setOption({
        animation: false,
        textStyle: { color: day.text, fontFamily: "inherit" },
        // HTML tooltips carry style attributes, which the content policy forbids.
        tooltip: {
          renderMode: "richText",
          confine: true,
          backgroundColor: day.surface,
          borderColor: day.line,
          textStyle: { color: day.text },
        },
        ...option(day),
      });
      resize.observe(box.current);
    });
    return () => {
      gone = true;
      resize.disconnect();
      chart?.dispose();
    };
  }, [option, look]);

  return (
    <div
      ref={box}
      className="chart"
      role="img"
      aria-label={label}
      style={{ height }}
    />
  );
}
