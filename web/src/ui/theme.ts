import { theme as antd, type ThemeConfig } from "antd";
import type { Look } from "./look";

const colours = {
  light: {
    colorPrimary: "#1d4f91",
    colorInfo: "#1d4f91",
    colorError: "#b3261e",
    colorWarning: "#955800",
    colorSuccess: "#1f7a3f",
    colorText: "#1b212c",
    colorTextDescription: "#566070",
    colorTextPlaceholder: "#6b7482",
    colorBorder: "#c9cfd8",
  },
  dark: {
    colorPrimary: "#5b94dd",
    colorInfo: "#5b94dd",
    colorLink: "#7fb0ee",
    colorError: "#f2857c",
    colorWarning: "#e0a243",
    colorSuccess: "#6cc08a",
    colorText: "#e4e8ee",
    colorTextDescription: "#a7b0bd",
    colorTextPlaceholder: "#8d97a6",
    colorBgBase: "#171c24",
    colorBgElevated: "#1e242e",
    colorBgContainer: "#171c24",
    colorBorder: "#3b4554",
    colorTextLightSolid: "#080f1a",
  },
};

/** antd's variables. Its rules are static, so no rule is written at run time. */
export function themeOf(look: Look): ThemeConfig {
  return {
    zeroRuntime: true,
    hashed: false,
    cssVar: { key: "mouldworks" },
    algorithm: look === "dark" ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      ...colours[look],
      borderRadius: 4,
      fontFamily: "var(--font)",
      fontSize: 13,
      controlHeight: 32,
      // Where tokens.css stops every motion, antd must not wait for the end of one.
      motion: !window.matchMedia?.("(prefers-reduced-motion: reduce)").matches,
      motionDurationMid: "0.1s",
      motionDurationSlow: "0.15s",
    },
    components: {
      Form: { itemMarginBottom: 16, verticalLabelPadding: "0 0 4px" },
      Button: { primaryShadow: "none", defaultShadow: "none" },
    },
  };
}
