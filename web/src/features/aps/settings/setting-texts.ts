import { defineTexts } from "@/i18n/define-texts";

export const { useTexts: useSettingTexts } = defineTexts(
  "aps.setting",
  {
    settings: "排程参数",
    global: "全局设置",
    default: "默认设置",
    mockGlobal: "模拟全局设置",
    mockDefault: "模拟默认设置",
    globalAbout: "企业所有工厂都适用，工厂和排程可以另行规定。",
    defaultAbout: "只对本工厂有效；没有填写的沿用全局设置。",
    mockGlobalAbout: "只在模拟中代替全局设置，不影响正式排程。",
    mockDefaultAbout: "只在模拟中代替默认设置，不影响正式排程。",
    inherits: "沿用：{{value}}",
    settingsSaved: "排程参数已保存",
    presets: "预设",
    presetsAbout: "点一个预设只填写下面的表单，确认后再保存。",
    unsaved: "有未保存的修改",
    advanced: "高级参数（{{count}}）",
    advancedAbout: "容差、阈值和评估权重，一般不需要修改。",
    flowTimes: "资源组流转时间",
    flowTimesAbout:
      "某两个资源组或资源之间另有流转时间的，代替默认流转时间；按工厂维护，全部排程适用。",
    openFlowTimes: "维护流转时间",
  },
  {
    settings: "Scheduling settings",
    global: "Global settings",
    default: "Default settings",
    mockGlobal: "Simulation global settings",
    mockDefault: "Simulation default settings",
    globalAbout:
      "Hold for every factory of the company, unless a factory or a schedule says otherwise.",
    defaultAbout:
      "Hold for this factory only; what is left empty comes from the global settings.",
    mockGlobalAbout:
      "Take the place of the global settings in simulations only; real schedules do not see them.",
    mockDefaultAbout:
      "Take the place of the default settings in simulations only; real schedules do not see them.",
    inherits: "Inherited: {{value}}",
    settingsSaved: "Scheduling settings saved",
    presets: "Presets",
    presetsAbout:
      "A preset only fills in the form below; look through it, then save.",
    unsaved: "Unsaved changes",
    advanced: "Advanced settings ({{count}})",
    advancedAbout:
      "Tolerances, thresholds and weights of the evaluation; few factories ever change them.",
    flowTimes: "Resource-group flow time",
    flowTimesAbout:
      "Where two groups or resources have a flow time of their own, it takes the place of the default one. Kept per factory, for all schedules.",
    openFlowTimes: "Edit flow times",
  },
);
