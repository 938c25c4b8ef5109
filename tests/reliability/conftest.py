from tests.infra.conftest import data_folder

__all__ = ["data_folder"]
