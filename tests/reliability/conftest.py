from tests.infra.conftest import furnished_folder

__all__ = ["furnished_folder"]
