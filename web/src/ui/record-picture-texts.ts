import { defineTexts } from "@/i18n/define-texts";

/** Of the picture of a record, and of the photo of a person. */
export const { useTexts: usePictureTexts } = defineTexts(
  "picture",
  {
    "picture.add": "添加图片",
    "picture.change": "更换图片",
    "picture.remove": "删除图片",
    "picture.saved": "图片已保存",
    "picture.away": "图片暂时无法读取",
    "picture.size": "图片不能超过 2MB，每边最多 4096 像素（建议 400×500）",
    "picture.format": "图片格式不支持或已损坏：请使用完好的 png 或 jpg",
    "photo.add": "添加照片",
    "photo.change": "更换照片",
    "photo.remove": "删除照片",
    "photo.saved": "照片已保存",
    "photo.away": "照片暂时无法读取",
    "photo.size": "照片不能超过 2MB",
    "photo.format": "照片格式不支持或已损坏：请使用完好的 png 或 jpg",
  },
  {
    "picture.add": "Add a picture",
    "picture.change": "Change the picture",
    "picture.remove": "Remove the picture",
    "picture.saved": "Picture saved",
    "picture.away": "Picture cannot be read now",
    "picture.size":
      "A picture has at most 2 MB and 4096 pixels on each side (400 x 500 is shown best)",
    "picture.format":
      "Picture format not supported, or the file is damaged: please use an intact png or jpg",
    "photo.add": "Add a photo",
    "photo.change": "Change the photo",
    "photo.remove": "Remove the photo",
    "photo.saved": "Photo saved",
    "photo.away": "Photo cannot be read now",
    "photo.size": "A photo has at most 2 MB",
    "photo.format":
      "Photo format not supported, or the file is damaged: please use an intact png or jpg",
  },
);
